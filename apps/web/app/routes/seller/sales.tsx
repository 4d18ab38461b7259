import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';
import { SalesSkeleton } from './sale/sales-filters.tsx';
import { SalesView } from './sale/sales-view.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

/** What was sold when, by place and pack. */
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
