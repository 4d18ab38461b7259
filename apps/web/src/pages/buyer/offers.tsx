import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Offers() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.offers')}</PageTitle>
      <h1 className="d2">{t('titles.offers')}</h1>
    </div>
  );
}
