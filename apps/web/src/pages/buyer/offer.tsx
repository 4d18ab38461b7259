import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Offer() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.offer')}</PageTitle>
      <h1 className="d2">{t('titles.offer')}</h1>
    </div>
  );
}
