import { IconHourglassHigh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { useFormat } from '../../../lib/format/use-format.ts';

interface Props {
  hold: { expires_at: string; product_name?: string };
  /** Name the pack: the notice stands elsewhere than beside it. */
  showProductName?: boolean;
  /** What to do with it. */
  children?: ReactNode;
}

/** 'Yours until 17:42' with the time left. The hour is read out once, the seconds never. */
export function HoldNotice({ hold, showProductName, children }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const remainingMs = useCountdown(hold.expires_at);
  const until = format.formatTime(hold.expires_at);
  return (
    <div className="grid gap-3 rounded-md bg-info-soft px-4 py-3.5">
      <div className="flex items-center gap-3">
        <IconHourglassHigh className="size-[22px] shrink-0 text-info" aria-hidden="true" />
        <p className="min-w-0 flex-1 font-semibold">
          {showProductName && hold.product_name
            ? t('hold.named', { name: hold.product_name, until })
            : t('hold.until', { until })}
        </p>
        <span role="timer" aria-live="off" aria-label={t('hold.left')} className="font-bold tabular-nums">
          {format.formatCountdown(remainingMs)}
        </span>
      </div>
      {children ? <div className="flex flex-wrap gap-2.5">{children}</div> : null}
    </div>
  );
}
