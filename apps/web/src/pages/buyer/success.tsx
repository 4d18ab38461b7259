import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Success() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.success')}</PageTitle>
      <h1 className="d2">{t('titles.success')}</h1>
    </div>
  );
}
