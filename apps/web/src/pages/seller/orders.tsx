import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Orders() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.sellerOrders')}</PageTitle>
      <h1 className="d2">{t('titles.sellerOrders')}</h1>
    </div>
  );
}
