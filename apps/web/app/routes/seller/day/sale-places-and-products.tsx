import { useQuery } from '@tanstack/react-query';
import { isolateWords, type Schedule } from '@wopack/domain';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconLink, IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MyProduct, myProductsQuery } from '../../../features/products/products.api.ts';
import { groupConsecutiveDays } from '../../../features/products/schedule/schedule.rules.ts';
import { SalePlaceRow } from '../../../features/sale-places/sale-place-row.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { CollapsibleList } from '../../../ui/lists.tsx';

/** Sale places and products, with links to edit and add. */
export function SalePlacesAndProducts({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { t, i18n } = useTranslation('seller');
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2 mb-3.5">{t('today.pointsAndPacks')}</h2>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <SectionHeader
            title={t('today.salePlaces')}
            addLabel={t('today.addSalePlace')}
            to={paths.newSalePlace}
          />
          <CollapsibleList
            items={salePlaces}
            initialCount={INITIAL_COUNT}
            moreLabel={t('today.showAll', { number: salePlaces.length })}
          >
            {(salePlace) => <SalePlaceRow key={salePlace.id} salePlace={salePlace} />}
          </CollapsibleList>
        </div>
        <div className="min-w-0">
          <SectionHeader title={t('today.packs')} addLabel={t('today.addPack')} to={paths.newProduct} />
          <QueryState
            query={useQuery(myProductsQuery(i18n.language))}
            loading={<LoadingRows count={2} row="h-14" className="grid gap-3 py-3" />}
            isInline
          >
            {(products) =>
              products.length === 0 ? (
                <p className="py-4 text-muted">{t('today.noPacks')}</p>
              ) : (
                <CollapsibleList
                  items={products}
                  initialCount={INITIAL_COUNT}
                  moreLabel={t('today.showAll', { number: products.length })}
                >
                  {(product) => (
                    <ProductRow key={product.id} product={product} showSalePlace={salePlaces.length > 1} />
                  )}
                </CollapsibleList>
              )
            }
          </QueryState>
          <TextLink to={paths.productImport} className="text-sm">
            {t('today.import')}
          </TextLink>
        </div>
      </div>
    </section>
  );
}

const INITIAL_COUNT = 6;

function SectionHeader({ title, addLabel, to }: { title: string; addLabel: string; to: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ButtonLink variant="soft" size="small" icon={<IconPlus />} to={to} aria-label={addLabel}>
        {t('today.add')}
      </ButtonLink>
    </div>
  );
}

function ProductRow({ product, showSalePlace }: { product: MyProduct; showSalePlace: boolean }) {
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
