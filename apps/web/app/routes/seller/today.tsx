import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';
import { DaySkeleton, DayView } from './day/day-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

/** The seller's day at one venue. */
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
