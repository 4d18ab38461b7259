import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function QuickStart() {
  const { t } = useTranslation();
  return (
    <main className="wrap py-10">
      <PageTitle>{t('titles.quickStart')}</PageTitle>
      <h1 className="d2">{t('titles.quickStart')}</h1>
    </main>
  );
}
