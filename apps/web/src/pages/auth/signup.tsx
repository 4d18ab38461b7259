import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Signup() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.signup')}</PageTitle>
      <h1 className="d2">{t('titles.signup')}</h1>
    </main>
  );
}
