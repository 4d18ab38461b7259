import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Today() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.seller')}</PageTitle>
      <h1 className="d2">{t('titles.seller')}</h1>
    </div>
  );
}
