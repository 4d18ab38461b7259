import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Ticket() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.ticket')}</PageTitle>
      <h1 className="d2">{t('titles.ticket')}</h1>
    </div>
  );
}
