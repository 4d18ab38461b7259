import { IconCameraOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { parseTicketPin } from './ticket-code.ts';
import { useScanner } from './use-scanner.ts';

interface Props {
  onClose: () => void;
  onPin: (pin: string) => void;
}

/** The camera's picture until a ticket's code is in it; without a camera the way back to typing. */
export default function ScanSheet({ onClose, onPin }: Props) {
  const { t } = useTranslation('seller');
  const [hasUnknownCode, setHasUnknownCode] = useState(false);
  const { video, state } = useScanner((text) => {
    const pin = parseTicketPin(text);
    if (pin) onPin(pin);
    else setHasUnknownCode(true);
  });
  const hasNoCamera = state === 'refused' || state === 'absent' || state === 'failed';
  return (
    <Sheet open onClose={onClose} title={t('scan.title')} description={hasNoCamera ? null : t('scan.lead')}>
      {hasNoCamera ? (
        <div role="alert" className="grid justify-items-center gap-3 rounded-lg bg-quiet p-6 text-center">
          <IconCameraOff className="size-10 text-muted" aria-hidden="true" />
          <p>{t(`scan.${state}`)}</p>
        </div>
      ) : (
        <div className="relative overflow-hidden rounded-lg bg-on-paper">
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('scan.picture')}
            className="aspect-square w-full object-cover"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-[18%] rounded-lg border-4 border-brand"
          />
        </div>
      )}
      <p role="status" className="text-sm empty:hidden">
        {hasUnknownCode && !hasNoCamera ? t('scan.foreign') : state === 'starting' ? t('scan.starting') : ''}
      </p>
      <Button variant="soft" fullWidth onClick={onClose}>
        {t('scan.type')}
      </Button>
    </Sheet>
  );
}
