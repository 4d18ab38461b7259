import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { WeekSkeleton, WeekView } from './week/week-view.tsx';

/** The coming week of one venue. */
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
