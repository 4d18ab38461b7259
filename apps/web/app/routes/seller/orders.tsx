import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';
import { OrdersSkeleton } from './orders/day-orders.tsx';
import { OrdersView } from './orders/orders-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

/** Orders of one venue on one day. */
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
