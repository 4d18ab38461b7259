import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { devicesQuery } from '../../features/identity/account/account.api.ts';
import { SecurityEvents } from '../../features/identity/account/security-events.tsx';
import { DeviceList } from '../../features/identity/account/sign-in-settings.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(devicesQuery)]);

export function Component() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('devices.title')}</PageTitle>
      <AccountSubPage title={t('devices.title')}>
        <DeviceList />
        <SecurityEvents />
      </AccountSubPage>
    </div>
  );
}
