import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ProductRow } from '../../../modules/products/product-row.tsx';
import { useMyProducts } from '../../../modules/products/products.api.ts';
import { SalePlaceRow } from '../../../modules/sale-places/sale-place-row.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Folded } from '../../../ui/folded.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

/** What the seller has: venues and packs, each with the way to change it, and the way to add. */
export function PointsAndPacks({ places }: { places: readonly SalePlace[] }) {
  const { t } = useTranslation('seller');
  const packs = useMyProducts();
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2 mb-3.5">{t('today.pointsAndPacks')}</h2>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Head title={t('today.points')} add={t('today.addPoint')} to={paths.newPoint} />
          <Folded of={places} shown={SHOWN} more={t('today.showAll', { number: places.length })}>
            {(place) => <SalePlaceRow key={place.id} salePlace={place} />}
          </Folded>
        </div>
        <div className="min-w-0">
          <Head title={t('today.packs')} add={t('today.addPack')} to={paths.newDish} />
          {packs.data ? (
            <Folded of={packs.data} shown={SHOWN} more={t('today.showAll', { number: packs.data.length })}>
              {(pack) => <ProductRow key={pack.id} product={pack} showSalePlace={places.length > 1} />}
            </Folded>
          ) : packs.error ? (
            <RetryLine error={packs.error} onRetry={() => packs.refetch()} />
          ) : (
            <Bones />
          )}
          {packs.data?.length === 0 ? <p className="py-4 text-2">{t('today.noPacks')}</p> : null}
        </div>
      </div>
    </section>
  );
}

const SHOWN = 6;

function Head({ title, add, to }: { title: string; add: string; to: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="flex items-center justify-between gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ButtonLink look="soft" small icon={<IconPlus aria-hidden="true" />} to={to} aria-label={add}>
        {t('today.add')}
      </ButtonLink>
    </div>
  );
}

const Bones = () => (
  <Loading className="grid gap-3 py-3">
    <Skeleton className="h-14" />
    <Skeleton className="h-14" />
  </Loading>
);
