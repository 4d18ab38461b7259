import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationChannel } from './notifications.api.ts';

const CHANNELS: NotificationChannel[] = ['push', 'mail', 'none'];

/** How a favourite back on sale is told. */
export function ChannelChoice({
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
      <div className="divide-y divide-line rounded-lg bg-quiet-2 px-4">
        {CHANNELS.map((channel) => (
          <label key={channel} className="flex min-h-[60px] cursor-pointer items-center gap-4 py-2 leading-5">
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{t(`channel.${channel}.label`)}</span>
              <span className="text-[.8125rem] text-2">{t(`channel.${channel}.hint`)}</span>
            </span>
            <input
              type="radio"
              name={groupName}
              checked={value === channel}
              onChange={() => onChange(channel)}
              className="size-5 shrink-0 accent-(--primary)"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
