import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStored, write } from '../../../lib/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { ring } from './ring.ts';

/** Whether a new order is heard. Switched on it rings once: that is how it will sound. */
export function SoundSwitch() {
  const { t } = useTranslation('seller');
  const [on] = useStored('orderSound');
  const Icon = on ? IconBell : IconBellOff;
  return (
    <Button
      look="soft"
      small
      aria-pressed={on === true}
      icon={<Icon aria-hidden="true" />}
      onClick={() => {
        write('orderSound', !on);
        if (!on) ring();
      }}
    >
      {t('sound')}
    </Button>
  );
}
