import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';

export default function BasicInfo() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-7">
      <PageTitle>{t('titles.basicInfo')}</PageTitle>
      <h1 className="d2">{t('titles.basicInfo')}</h1>
    </div>
  );
}
