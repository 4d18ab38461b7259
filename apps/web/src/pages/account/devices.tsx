import { useTranslation } from 'react-i18next';
import { DeviceList } from '../../modules/identity/account/device-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';

export default function Devices() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('devices.title')}</PageTitle>
      <SubPage title={t('devices.title')}>
        <DeviceList />
      </SubPage>
    </div>
  );
}
