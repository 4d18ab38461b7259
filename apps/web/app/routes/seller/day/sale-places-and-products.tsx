import { useQuery } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { ProductRow } from '../../../features/products/product-row.tsx';
import { myProductsQuery } from '../../../features/products/products.api.ts';
import { SalePlaceRow } from '../../../features/sale-places/sale-place-row.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
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
