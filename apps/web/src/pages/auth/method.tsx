import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function AuthMethod() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.auth')}</PageTitle>
      <h1 className="d2">{t('titles.auth')}</h1>
    </main>
  );
}
