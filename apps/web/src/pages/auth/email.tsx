import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function AuthEmail() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.authEmail')}</PageTitle>
      <h1 className="d2">{t('titles.authEmail')}</h1>
    </main>
  );
}
