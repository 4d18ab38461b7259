import { useTranslation } from 'react-i18next';
import { OrderHistory } from '../../features/orders/history/order-history.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

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
