import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Landing() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.landing')}</PageTitle>
      <h1 className="d2">{t('titles.landing')}</h1>
    </main>
  );
}
