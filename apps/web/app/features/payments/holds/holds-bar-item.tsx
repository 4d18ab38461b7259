import { IconHourglassHigh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Hold } from '../payments.api.ts';

interface Props {
  hold: Hold;
  isReleasing: boolean;
  onRelease: () => void;
}

/** One pack set aside: until when, back to it, or let it go. */
export function HoldsBarItem({ hold, isReleasing, onRelease }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const remainingMs = useCountdown(hold.expires_at);
  return (
    <li className="gutter flex min-h-14 items-center gap-2.5 py-1">
      <IconHourglassHigh className="size-[22px] shrink-0 text-info max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex gap-2 text-sm leading-5 font-bold">
          <span className="truncate">{hold.product_name}</span>
          <span
            role="timer"
            aria-live="off"
            aria-label={t('hold.left')}
            className="ml-auto tabular-nums sm:ml-0"
          >
            {format.formatCountdown(remainingMs)}
          </span>
        </p>
        <p className="text-xs">{t('hold.until', { until: format.formatTime(hold.expires_at) })}</p>
      </div>
      <ButtonLink size="small" to={paths.offer(hold.product_id)} className="shrink-0">
        {t('hold.goOn')}
      </ButtonLink>
      <IconButton variant="plain" label={t('hold.letGo')} disabled={isReleasing} onClick={onRelease}>
        <IconX aria-hidden="true" />
      </IconButton>
    </li>
  );
}
