import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function AuthCode() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.authCode')}</PageTitle>
      <h1 className="d2">{t('titles.authCode')}</h1>
    </main>
  );
}
