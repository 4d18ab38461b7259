import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStored, writeStored } from '../../../lib/storage/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { playOrderSound } from './order-sound.ts';

/** Whether new orders play a sound; switching it on plays the sound once. */
export function OrderSoundSwitch() {
  const { t } = useTranslation('seller');
  const [isOn] = useStored('orderSound');
  const Icon = isOn ? IconBell : IconBellOff;
  return (
    <Button
      variant="soft"
      size="small"
      aria-pressed={isOn === true}
      icon={<Icon aria-hidden="true" />}
      onClick={() => {
        writeStored('orderSound', !isOn);
        if (!isOn) playOrderSound();
      }}
    >
      {t('sound')}
    </Button>
  );
}
