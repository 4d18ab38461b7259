import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { myProductsQuery } from '../../features/products/products.api.ts';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { SalesSkeleton } from './sale/sales-filters.tsx';
import { SalesView } from './sale/sales-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

export const loader = () =>
  startSellerQueries(() => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    queryClient.query(myProductsQuery(i18n.language)),
  ]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sale')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('titles.sale')} fallback={<SalesSkeleton />}>
          {(_, salePlaces) => <SalesView salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}
