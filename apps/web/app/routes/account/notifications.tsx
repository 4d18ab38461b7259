import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx';
import { notificationSettingsQuery } from '../../features/notifications/notifications.api.ts';
import { SellerNotificationSettings } from '../../features/notifications/seller-notification-settings.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { useMe } from '../../lib/data/shared-queries.ts';
import { startUserQueries } from '../../lib/data/start-queries.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AccountSubPage } from './parts/account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(notificationSettingsQuery)]);

export function Component() {
  const { t } = useTranslation('notifications');
  const { data: me } = useMe();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <AccountSubPage title={t('title')}>
        <div className="grid gap-8">
          {me?.is_owner ? <SellerNotificationSettings /> : null}
          <NotificationSettings />
        </div>
      </AccountSubPage>
    </div>
  );
}
