import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../../modules/notifications/notification-settings.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';

export default function Notifications() {
  const { t } = useTranslation('notifications');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <SubPage title={t('title')}>
        <NotificationSettings />
      </SubPage>
    </div>
  );
}
