import { useQuery } from '@tanstack/react-query';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx';
import {
  sellerNotificationSettingsQuery,
  useUpdateSellerNotificationSettings,
} from '../../features/notifications/notifications.api.ts';
import { SavedSearchList } from '../../features/offers/saved-searches/saved-search-list.tsx';
import { savedSearchesQuery } from '../../features/offers/saved-searches/saved-searches.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { notificationSettingsQuery } from '../../lib/browser/push.ts';
import { startUserQueries, useMe } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

const NOTIFICATION_TYPES = ['sold', 'last_sold', 'cancelled', 'report'] as const;
const CHANNELS = ['push', 'mail', 'none'] as const;

/** A seller's channels by notification type. Each change is saved at once. */
function SellerNotificationSettings() {
  const { t } = useTranslation('notifications');
  const query = useQuery(sellerNotificationSettingsQuery);
  const { data } = query;
  const { mutate: save } = useUpdateSellerNotificationSettings(t('saved'));
  if (query.error && !data) return <ErrorState query={query} reassurance={t('safe')} />;
  return (
    <section className="grid gap-3" aria-labelledby="seller-channels">
      <div>
        <h2 id="seller-channels" className="h3">
          {t('seller.title')}
        </h2>
        <p className="text-sm text-muted">{t('seller.hint')}</p>
      </div>
      {data ? (
        <div className="grid gap-4 rounded-lg bg-panel p-4 sm:grid-cols-2">
          {NOTIFICATION_TYPES.map((type) => (
            <Select
              key={type}
              label={t(`seller.${type}`)}
              value={data[type]}
              onChange={({ currentTarget: { value } }) =>
                save({ [type]: value as (typeof CHANNELS)[number] })
              }
            >
              {CHANNELS.map((channel) => (
                <option key={channel} value={channel}>
                  {t(`channel.${channel}.label`)}
                </option>
              ))}
            </Select>
          ))}
        </div>
      ) : (
        <Loading>
          <Skeleton className="h-48 rounded-lg!" />
        </Loading>
      )}
    </section>
  );
}

export const loader = () =>
  startUserQueries(() => [
    queryClient.query(notificationSettingsQuery),
    queryClient.query(savedSearchesQuery),
  ]);

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
          <SavedSearchList />
        </div>
      </AccountSubPage>
    </div>
  );
}
