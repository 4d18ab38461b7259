import { isolateWords, type Schedule } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconLink } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Photo } from '../../ui/images/photo.tsx';
import type { MyProduct } from './products.api.ts';
import { groupConsecutiveDays } from './schedule/schedule.rules.ts';

/** A product in the list of its seller, which leads to its page. */
export function ProductRow({ product, showSalePlace }: { product: MyProduct; showSalePlace: boolean }) {
  const { t } = useTranslation(['seller', 'linked']);
  const { formatMoney } = useFormat();
  const daysText = useDayRangesText(product.schedule);
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={paths.editProduct(product.id)}
        className="flex flex-wrap items-center gap-3.5 rounded-xs py-3 leading-[1.3rem] hover:bg-quiet"
      >
        <span className="w-[72px] shrink-0 overflow-hidden rounded-sm">
          <Photo
            photo={product.photos[0]}
            typeSlug={product.categories[0]?.slug}
            alt=""
            sizes="72px"
            className="aspect-[72/56]!"
          />
        </span>
        <span className="min-w-0 flex-1 basis-32">
          <b className="block break-words">{product.name}</b>
          <span className="block text-sm break-words text-muted">
            {[
              showSalePlace ? isolateWords(product.sale_place_name) : '',
              formatMoney(product.price_cents),
              daysText,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {product.linked_count ? (
            <span className="flex items-center gap-1.5 text-sm text-muted">
              <IconLink className="size-4 shrink-0" />
              {t('linked:mark', { count: product.linked_count })}
            </span>
          ) : null}
        </span>
        {product.is_price_retired || product.retired_type_ids ? (
          <Pill tone="warn">{t('today.retired')}</Pill>
        ) : null}
        {product.state === 'draft' ? <Pill tone="warn">{t('today.draft')}</Pill> : null}
        <AllergenPill product={product} />
        {product.state === 'paused' || (product.state === 'closed' && !product.awaits_allergens) ? (
          <Pill>{t('today.paused')}</Pill>
        ) : null}
      </Link>
    </li>
  );
}

/** Whether its seller has said nothing of allergens, which may keep it off sale. */
function AllergenPill({ product }: { product: MyProduct }) {
  const { t } = useTranslation('seller');
  if (product.allergens.length > 0 || product.free_of_allergens) return null;
  return (
    <Pill tone="warn">{t(product.awaits_allergens ? 'edit.awaitsAllergens' : 'today.noAllergens')}</Pill>
  );
}

function useDayRangesText(schedule: Schedule | null): string {
  const { t } = useTranslation('seller');
  return groupConsecutiveDays(schedule ?? {})
    .map(([from, to]) =>
      from === to
        ? t(`shortDays.${from}`)
        : t('dayRange', { from: t(`shortDays.${from}`), to: t(`shortDays.${to}`) }),
    )
    .join(', ');
}
