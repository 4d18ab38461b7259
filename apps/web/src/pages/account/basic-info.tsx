import { useTranslation } from 'react-i18next';
import { BasicInfoForm } from '../../modules/identity/account/basic-info-form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';
import { WithMe } from './parts/with-me.tsx';

export default function BasicInfo() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.basicInfo')}</PageTitle>
      <SubPage title={t('titles.basicInfo')}>
        <WithMe>{(me) => <BasicInfoForm me={me} />}</WithMe>
      </SubPage>
    </div>
  );
}
