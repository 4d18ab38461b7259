import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { WithSalePlace } from './sale-place-picker.tsx';
import { WeekSkeleton, WeekView } from './week/week-view.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sellerWeek')}</PageTitle>
      <WithSalePlace title={t('titles.sellerWeek')} fallback={<WeekSkeleton />}>
        {(salePlace, salePlaces) => (
          <WeekView key={salePlace.id} salePlace={salePlace} salePlaces={salePlaces} />
        )}
      </WithSalePlace>
    </div>
  );
}
