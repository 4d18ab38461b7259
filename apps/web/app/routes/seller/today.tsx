import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { businessQuery } from '../../features/identity/account/account.api.ts';
import { payoutDetailsQuery } from '../../features/ledger/ledger.api.ts';
import { myProductsQuery } from '../../features/products/products.api.ts';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { DaySkeleton, DayView } from './day/day-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

export const loader = () =>
  startSellerQueries(() => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    queryClient.query(myProductsQuery(i18n.language)),
    queryClient.query(payoutDetailsQuery),
    queryClient.query(businessQuery),
  ]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.seller')}</PageTitle>
      <WithSalePlace title={t('titles.seller')} fallback={<DaySkeleton />}>
        {(salePlace, salePlaces) => <DayView salePlace={salePlace} salePlaces={salePlaces} />}
      </WithSalePlace>
    </div>
  );
}
