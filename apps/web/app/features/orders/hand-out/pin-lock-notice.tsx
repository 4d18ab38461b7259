import { IconClock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { formatCountdown } from '../../../lib/format/format.ts';

/** Too many wrong PINs: how long to wait. Said once; the seconds are only drawn. */
export function PinLockNotice({ lockedUntil, onUnlock }: { lockedUntil: Date; onUnlock: () => void }) {
  const { t } = useTranslation('seller');
  const remainingMs = useCountdown(lockedUntil);
  const isOver = remainingMs === 0;
  useEffect(() => {
    if (isOver) onUnlock();
  }, [isOver, onUnlock]);
  return (
    <p role="alert" className="flex items-center gap-2 text-sm font-semibold text-danger">
      <IconClock className="size-5 shrink-0" aria-hidden="true" />
      <span className="sr-only">{t('pin.lockedShort')}</span>
      <span aria-hidden="true" className="tabular-nums">
        {t('pin.locked', { left: formatCountdown(remainingMs) })}
      </span>
    </p>
  );
}
