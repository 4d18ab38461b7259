import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { OrdersSkeleton } from './orders/day-orders.tsx';
import { OrdersView } from './orders/orders-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sellerOrders')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('titles.sellerOrders')} fallback={<OrdersSkeleton />}>
          {(salePlace, salePlaces) => <OrdersView salePlace={salePlace} salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}
