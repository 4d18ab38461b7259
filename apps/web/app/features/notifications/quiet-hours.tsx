import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/form/switch.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { UserNotificationSettings } from './notifications.api.ts';

interface Props {
  settings: Pick<UserNotificationSettings, 'quiet_from' | 'quiet_to'>;
  onChange: (change: { quiet_from: string; quiet_to: string }) => void;
}

const DEFAULT_QUIET_HOURS = { quiet_from: '22:00', quiet_to: '08:00' };
const NO_QUIET_HOURS = { quiet_from: '00:00', quiet_to: '00:00' };

/** When favourites keep silent. The same time twice means never. */
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
        <div className="grid grid-cols-2 gap-4 pb-4">
          {renderTimeField('quiet_from', t('quiet.from'))}
          {renderTimeField('quiet_to', t('quiet.to'))}
        </div>
      ) : null}
    </section>
  );
}
