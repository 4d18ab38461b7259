import { useTranslation } from 'react-i18next';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { WeekSkeleton } from './week/week-skeleton.tsx';
import { WeekView } from './week/week-view.tsx';
import { WithSalePlace } from './with-sale-place.tsx';

/** The coming week of one venue. */
export default function SellerWeekPage() {
  const { t } = useTranslation();
  useLayoutOptions({ sunken: true });
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
