import { DAY_MS, MINUTE_MS } from '@wopack/domain';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce, prepareAnnouncements } from '../lib/browser/announce.ts';
import { useFormat } from '../lib/format/use-format.ts';

const ANNOUNCED_MINUTES = [1, 2, 5];
/** A timer that disappears with as little left has ended: who shows it may be quicker than its last second. */
const LAST_MOMENT_MS = 2_000;

interface TimedEvent {
  /** What ends: 'Time left', 'The draw closes in'. */
  what: string;
  /** What is said at the end, as a sentence. */
  over: string;
}

interface Props extends TimedEvent {
  /** As by `useCountdown`. */
  remainingMs: number;
  /** Where `what` is not beside it. */
  label?: string;
  className?: string;
}

/**
 * The time left, from one day on in days and hours. The figures change each second and are not read out; that five, two and one minute are left, and the
 * end, is.
 */
export function Timer({ remainingMs, what, over, label, className }: Props) {
  const { formatCountdown, formatDuration } = useFormat();
  useTimerAnnouncements(remainingMs, { what, over });
  return (
    <span role="timer" aria-live="off" aria-label={label} className={className}>
      {remainingMs >= DAY_MS ? formatDuration(remainingMs) : formatCountdown(remainingMs)}
    </span>
  );
}

/** The announcements of a time that is shown within a text; none without `what`. */
export function useTimerAnnouncements(
  remainingMs: number,
  { what, over }: { what: string | null; over: string },
): void {
  const { t } = useTranslation('common');
  const previousMs = useRef<number>(undefined);
  const sayEnd = useEffectEvent(() => {
    if (what !== null) announce(over);
  });
  useEffect(() => {
    const previous = previousMs.current;
    previousMs.current = remainingMs;
    if (previous === undefined) return void prepareAnnouncements();
    if (previous > 0 && remainingMs === 0) return sayEnd();
    const minutes = ANNOUNCED_MINUTES.find((count) => remainingMs <= count * MINUTE_MS);
    if (what !== null && minutes !== undefined && previous > minutes * MINUTE_MS)
      announce(t('timer.left', { what, minutes }));
  }, [remainingMs, what, t]);
  useEffect(
    () => () => {
      const { current = 0 } = previousMs;
      if (current > 0 && current <= LAST_MOMENT_MS) sayEnd();
    },
    [],
  );
}
