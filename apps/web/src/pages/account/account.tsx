import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Account() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.account')}</PageTitle>
      <h1 className="d2">{t('titles.account')}</h1>
    </div>
  );
}
