import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import { DevicePushSettings } from './device-push-settings.tsx';
import { notificationSettingsQuery, useUpdateNotificationSettings } from './notifications.api.ts';
import { QuietHours } from './quiet-hours.tsx';

const MINUTE_MS = 60_000;
const REMINDER_MINUTES = [0, 15, 30, 60, 120, 180, 1440];

/** What the person is told, how and when. Each change is kept at once. */
export function NotificationSettings() {
  const { t } = useTranslation('notifications');
  const { formatDuration } = useFormat();
  const { data: settings, error, refetch, isFetching } = useQuery(notificationSettingsQuery);
  const { mutate: save } = useUpdateNotificationSettings(t('saved'));
  if (error && !settings) {
    return (
      <ErrorState
        error={error}
        reassurance={t('safe')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!settings) {
    return (
      <Loading className="grid gap-4">
        <Skeleton className="h-52 rounded-lg!" />
        <Skeleton className="h-20 rounded-lg!" />
        <Skeleton className="h-20 rounded-lg!" />
      </Loading>
    );
  }
  const { channel, reminder_minutes: minutes, push_key: pushKey } = settings;
  const reminderChoices = [...new Set([...REMINDER_MINUTES, minutes])].sort((a, b) => a - b);
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <ChannelChoice value={channel} onChange={(selectedChannel) => save({ channel: selectedChannel })} />
        {channel === 'push' ? <DevicePushSettings pushKey={pushKey} /> : null}
      </div>
      <QuietHours settings={settings} onChange={save} />
      <Select
        label={t('reminder.title')}
        hint={t('reminder.hint')}
        value={minutes}
        onChange={({ currentTarget: { value } }) => save({ reminder_minutes: Number(value) })}
      >
        {reminderChoices.map((reminderMinutes) => (
          <option key={reminderMinutes} value={reminderMinutes}>
            {reminderMinutes === 0
              ? t('reminder.none')
              : t('reminder.before', { time: formatDuration(reminderMinutes * MINUTE_MS) })}
          </option>
        ))}
      </Select>
    </div>
  );
}
