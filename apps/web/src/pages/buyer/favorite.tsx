import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Favorite() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.favorite')}</PageTitle>
      <h1 className="d2">{t('titles.favorite')}</h1>
    </div>
  );
}
