import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function History() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.history')}</PageTitle>
      <h1 className="d2">{t('titles.history')}</h1>
    </div>
  );
}
