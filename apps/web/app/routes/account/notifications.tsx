import { useQuery } from '@tanstack/react-query';
import {
  MAX_LOW_STOCK_UNITS,
  notificationChannels,
  type SellerNotificationType,
  sellerNotificationRights,
} from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
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
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { notificationSettingsQuery } from '../../lib/browser/push.ts';
import {
  startUserQueries,
  useCurrentBusiness,
  useMemberRights,
  useSwitchableBusinesses,
} from '../../lib/data/shared-queries.ts';
import { SalePlacesField } from '../../ui/form/sale-places-field.tsx';
import { BusinessOfLink } from '../layout/business-of-link.tsx';
import { AccountSubPage } from './account-sub-page.tsx';

const NOTIFICATION_TYPES = Object.keys(sellerNotificationRights) as SellerNotificationType[];
const LOW_STOCK_CHOICES = Array.from({ length: MAX_LOW_STOCK_UNITS + 1 }, (_, units) => units);

/**
 * What a member is told of in the business that the device works for: the channel of each kind that the role may see, and
 * the sale places. Each change is saved at once.
 */
function SellerNotificationSettings() {
  const { t, i18n } = useTranslation('notifications');
  const { can, role } = useMemberRights();
  const business = useCurrentBusiness();
  const isOneOfSeveral = useSwitchableBusinesses().length > 0;
  const query = useQuery(sellerNotificationSettingsQuery);
  const { data: salePlaces = [] } = useQuery(mySalePlacesQuery(i18n.language));
  const { mutate: save } = useUpdateSellerNotificationSettings(t('saved'));
  return (
    <section className="grid gap-3" aria-labelledby="seller-channels">
      <div>
        <h2 id="seller-channels" className="h3">
          {t('seller.title')}
        </h2>
        {isOneOfSeveral && business ? (
          <p className="font-semibold wrap-anywhere">{isolateWords(business.name)}</p>
        ) : null}
        <p className="text-sm text-pretty text-muted">
          {t('seller.hint')}
          {role === 'counter' ? ` ${t('seller.counterHint')}` : null}
        </p>
      </div>
      <QueryState
        query={query}
        loading={
          <Loading>
            <Skeleton className="h-48 rounded-lg!" />
          </Loading>
        }
        reassurance={t('safe')}
      >
        {(data) => (
          <div className="grid gap-5 rounded-lg bg-panel p-4">
            <div className="grid gap-4 sm:grid-cols-2">
              {NOTIFICATION_TYPES.filter((type) => can(sellerNotificationRights[type])).map((type) => (
                <div key={type} className="grid content-start gap-2">
                  <Select
                    label={t(`seller.${type}`)}
                    value={data[type]}
                    onChange={({ currentTarget: { value } }) =>
                      save({ [type]: value as (typeof notificationChannels)[number] })
                    }
                  >
                    {notificationChannels.map((channel) => (
                      <option key={channel} value={channel}>
                        {t(`channel.${channel}.label`)}
                      </option>
                    ))}
                  </Select>
                  {type === 'last_sold' && data.last_sold !== 'none' ? (
                    <Select
                      label={t('seller.lowStock.when')}
                      value={data.low_stock_units}
                      onChange={({ currentTarget: { value } }) => save({ low_stock_units: Number(value) })}
                    >
                      {LOW_STOCK_CHOICES.map((units) => (
                        <option key={units} value={units}>
                          {units === 0
                            ? t('seller.lowStock.sold')
                            : t('seller.lowStock.left', { count: units })}
                        </option>
                      ))}
                    </Select>
                  ) : null}
                </div>
              ))}
            </div>
            {salePlaces.length < 2 ? null : (
              <SalePlacesField
                legend={t('seller.where')}
                allLabel={t('seller.everywhere')}
                salePlaces={salePlaces}
                value={data.sale_place_ids}
                // None is as good as all: whoever wants nothing chooses so above.
                onChange={(ids) => save({ sale_place_ids: ids?.length ? ids : null })}
              />
            )}
          </div>
        )}
      </QueryState>
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
  const { can } = useMemberRights();
  const isMember = can('hand_out');
  const { data: channels } = useQuery({ ...sellerNotificationSettingsQuery, enabled: isMember });
  return (
    <BusinessOfLink>
      <div className="gutter py-6 lg:py-7">
        <PageTitle>{t('title')}</PageTitle>
        <AccountSubPage title={t('title')}>
          <div className="grid gap-8">
            {isMember ? <SellerNotificationSettings /> : null}
            <NotificationSettings usesPush={NOTIFICATION_TYPES.some((type) => channels?.[type] === 'push')} />
            <SavedSearchList />
          </div>
        </AccountSubPage>
      </div>
    </BusinessOfLink>
  );
}
