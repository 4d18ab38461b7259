import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Signin() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.signin')}</PageTitle>
      <h1 className="d2">{t('titles.signin')}</h1>
    </main>
  );
}
