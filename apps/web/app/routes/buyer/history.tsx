import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { ordersQuery } from '../../features/orders/buyer-orders.api.ts';
import { OrderHistory } from '../../features/orders/history/order-history.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';

export const loader = () => startUserQueries(() => [queryClient.infiniteQuery(ordersQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter pt-5 pb-7 sm:py-7">
      <PageTitle>{t('titles.history')}</PageTitle>
      <h1 className="d2 mb-4.5">{t('titles.history')}</h1>
      <OrderHistory />
    </div>
  );
}
