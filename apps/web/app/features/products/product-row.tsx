import type { Schedule } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Pill } from '../../ui/display/pill.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import type { MyProduct } from './products.api.ts';
import { groupConsecutiveDays } from './schedule/schedule.rules.ts';

export function ProductRow({ product, showSalePlace }: { product: MyProduct; showSalePlace: boolean }) {
  const { t } = useTranslation('seller');
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
            type={product.categories[0]?.slug}
            alt=""
            sizes="72px"
            className="aspect-[72/56]!"
          />
        </span>
        <span className="min-w-0 flex-1 basis-32">
          <b className="block break-words">{product.name}</b>
          <span className="block text-sm break-words text-muted">
            {[showSalePlace ? product.sale_place_name : '', formatMoney(product.price_cents), daysText]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {product.state === 'draft' ? <Pill tone="warn">{t('today.draft')}</Pill> : null}
        {product.state === 'paused' || product.state === 'closed' ? <Pill>{t('today.paused')}</Pill> : null}
      </Link>
    </li>
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
