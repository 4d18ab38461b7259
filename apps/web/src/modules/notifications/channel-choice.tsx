import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from './notifications.api.ts';

const channels: Channel[] = ['push', 'mail', 'none'];

/** How a favourite back on sale is told. */
export function ChannelChoice({ value, onChange }: { value: Channel; onChange: (channel: Channel) => void }) {
  const { t } = useTranslation('notifications');
  const name = useId();
  return (
    <fieldset>
      <legend className="h3 mb-2">{t('backOnSale')}</legend>
      <div className="divide-y divide-line rounded-lg bg-quiet-2 px-4">
        {channels.map((channel) => (
          <label key={channel} className="flex min-h-[60px] cursor-pointer items-center gap-4 py-2 leading-5">
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{t(`channel.${channel}.label`)}</span>
              <span className="text-[.8125rem] text-2">{t(`channel.${channel}.hint`)}</span>
            </span>
            <input
              type="radio"
              name={name}
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
