import { useQuery } from '@tanstack/react-query';
import { notificationChannels } from '@wopack/contract/vocabulary';
import { MINUTE_MS } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconBellOff, IconBellRinging } from '@wopack/ui/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationSettingsQuery, pushStateQuery, useTogglePush } from '../../lib/browser/push.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import {
  type NotificationChannel,
  type UserNotificationSettings,
  useUpdateNotificationSettings,
} from './notifications.api.ts';

interface Props {
  settings: Pick<UserNotificationSettings, 'quiet_from' | 'quiet_to'>;
  onChange: (change: { quiet_from: string; quiet_to: string }) => void;
}

const DEFAULT_QUIET_HOURS = { quiet_from: '22:00', quiet_to: '08:00' };
const NO_QUIET_HOURS = { quiet_from: '00:00', quiet_to: '00:00' };

/** Hours without notifications about favourites. Equal times mean none. */
export function QuietHours({ settings, onChange }: Props) {
  const { t } = useTranslation('notifications');
  const { quiet_from, quiet_to } = settings;
  const isEnabled = quiet_from !== quiet_to;
  const renderTimeField = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <TextField
      key={settings[name]}
      type="time"
      label={label}
      defaultValue={settings[name]}
      onBlur={({ currentTarget: { value } }) => {
        if (value && value !== settings[name]) onChange({ quiet_from, quiet_to, [name]: value });
      }}
    />
  );
  return (
    <section className="rounded-lg bg-panel px-4">
      <Switch
        label={t('quiet.title')}
        hint={t('quiet.hint')}
        checked={isEnabled}
        onChange={(checked) => onChange(checked ? DEFAULT_QUIET_HOURS : NO_QUIET_HOURS)}
      />
      {isEnabled ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 pb-4">
          {renderTimeField('quiet_from', t('quiet.from'))}
          {renderTimeField('quiet_to', t('quiet.to'))}
        </div>
      ) : null}
    </section>
  );
}

/** Channel of notifications about favourites back on sale. */
function ChannelChoice({
  value,
  onChange,
}: {
  value: NotificationChannel;
  onChange: (channel: NotificationChannel) => void;
}) {
  const { t } = useTranslation('notifications');
  const groupName = useId();
  return (
    <fieldset>
      <legend className="h3 mb-2">{t('backOnSale')}</legend>
      <div className="divide-y divide-line rounded-lg bg-panel px-4">
        {notificationChannels.map((channel) => (
          <label key={channel} className="flex min-h-[60px] cursor-pointer items-center gap-4 py-2 leading-5">
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{t(`channel.${channel}.label`)}</span>
              <span className="text-[.8125rem] text-muted">{t(`channel.${channel}.hint`)}</span>
            </span>
            <input
              type="radio"
              name={groupName}
              checked={value === channel}
              onChange={() => onChange(channel)}
              className="size-5 shrink-0 accent-primary"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const REMINDER_MINUTES = [0, 15, 30, 60, 120, 180, 1440];

/** Each change is saved at once. `usesPush`: something else is sent as a push, so that this device matters. */
export function NotificationSettings({ usesPush = false }: { usesPush?: boolean }) {
  const { t } = useTranslation('notifications');
  return (
    <QueryState
      query={useQuery(notificationSettingsQuery)}
      loading={
        <Loading className="grid gap-4">
          <Skeleton className="h-52 rounded-lg!" />
          <Skeleton className="h-20 rounded-lg!" />
          <Skeleton className="h-20 rounded-lg!" />
        </Loading>
      }
      reassurance={t('safe')}
    >
      {(settings) => <NotificationFields settings={settings} usesPush={usesPush} />}
    </QueryState>
  );
}

function NotificationFields({
  settings,
  usesPush,
}: {
  settings: UserNotificationSettings;
  usesPush: boolean;
}) {
  const { t } = useTranslation('notifications');
  const { formatDuration } = useFormat();
  const { mutate: save } = useUpdateNotificationSettings(t('saved'));
  const { channel, reminder_minutes: minutes, push_key: pushKey } = settings;
  const reminderChoices = [...new Set([...REMINDER_MINUTES, minutes])].sort((a, b) => a - b);
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <ChannelChoice value={channel} onChange={(selectedChannel) => save({ channel: selectedChannel })} />
        {channel === 'push' || usesPush ? <DevicePushSettings pushKey={pushKey} /> : null}
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
      <section className="rounded-lg bg-panel px-4">
        <Switch
          label={t('value.title')}
          hint={t('value.hint')}
          checked={settings.asks_value && channel !== 'none'}
          disabled={channel === 'none'}
          onChange={(checked) => save({ asks_value: checked })}
        />
      </section>
    </div>
  );
}

function DevicePushSettings({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('notifications');
  const { data: state } = useQuery(pushStateQuery);
  const toggle = useTogglePush(pushKey, { turnedOn: t('device.turnedOn'), failed: t('device.failed') });
  if (!state) return null;
  const Icon = state === 'on' ? IconBellRinging : IconBellOff;
  return (
    <section aria-labelledby="this-device" className="grid gap-3 rounded-lg bg-panel p-4">
      <div className="flex gap-3.5">
        <Icon className="mt-0.5 size-5 shrink-0" />
        <div className="grid gap-1">
          <h2 id="this-device" className="font-semibold">
            {t('device.title')}
          </h2>
          <p role="status" className="text-pretty text-muted">
            {t(`device.${state}`)}
          </p>
          {state === 'on' ? null : <p className="text-sm text-pretty text-muted">{t('device.fallback')}</p>}
        </div>
      </div>
      {state === 'on' || state === 'off' ? (
        <Button
          variant={state === 'on' ? 'ghost' : 'primary'}
          fullWidth
          loading={toggle.isPending}
          onClick={() => toggle.mutate()}
        >
          {t(state === 'on' ? 'device.turnOff' : 'device.turnOn')}
        </Button>
      ) : null}
    </section>
  );
}
