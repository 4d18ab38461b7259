import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/shell.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OrdersBones } from './orders/orders-bones.tsx';
import { OrdersView } from './orders/orders-view.tsx';
import { WithPlace } from './with-place.tsx';

/** Orders of one venue on one day. */
export default function Orders() {
  const { t } = useTranslation();
  useShell({ sunken: true });
  return (
    <div className="gutter py-4 [--quiet-2:var(--surface)] sm:py-7">
      <PageTitle>{t('titles.sellerOrders')}</PageTitle>
      <NuqsAdapter>
        <WithPlace title={t('titles.sellerOrders')} loading={<OrdersBones />}>
          {(place, places) => <OrdersView place={place} places={places} />}
        </WithPlace>
      </NuqsAdapter>
    </div>
  );
}
