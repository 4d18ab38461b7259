import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Point() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.point')}</PageTitle>
      <h1 className="d2">{t('titles.point')}</h1>
    </div>
  );
}
