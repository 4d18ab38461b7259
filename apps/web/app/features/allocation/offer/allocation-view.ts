import { useEffect, useEffectEvent, useState } from 'react';
import { useServerNow } from '../../../lib/browser/use-now.ts';
import type { Allocation } from '../allocation.api.ts';

/**
 * What an offer's page shows instead of buying. `opening`: entries open within seconds; `drawing`: they are closed;
 * `ranked`: in line after a draw; `waiting`: on the waitlist; `lapsed`: not paid in time.
 */
export type AllocationView =
  | 'opening'
  | 'open'
  | 'entered'
  | 'drawing'
  | 'offered'
  | 'ranked'
  | 'waiting'
  | 'lapsed'
  | 'waitlist';

/** Null: units are on public sale, or are gone with nothing to wait for. */
export function getAllocationView(allocation: Allocation | null, now: number): AllocationView | null {
  if (!allocation) return null;
  const { mode, draw, mine, can_wait: canWait } = allocation;
  if (mine?.state === 'offered') return isOver(mine.offer_expires_at, now) ? 'lapsed' : 'offered';
  if (mode === 'draw') {
    if (!draw) return 'opening';
    if (draw.state !== 'open' || isOver(draw.closes_at, now)) return 'drawing';
    return mine?.state === 'entered' ? 'entered' : 'open';
  }
  if (mode !== 'waitlist') return null;
  if (mine?.state === 'waiting' && isOfferImminent(allocation, now)) return 'drawing';
  if (mine?.state === 'waiting') return mine.rank === null ? 'waiting' : 'ranked';
  if (mine?.state === 'bought') return null;
  if (mine?.state === 'lapsed') return 'lapsed';
  return canWait ? 'waitlist' : null;
}

/** Whether the unit that the user is paying for was offered to them after a draw, or from the waitlist. */
export const wasOffered = (allocation: Allocation | null): boolean =>
  ['offered', 'lapsed', 'bought'].includes(allocation?.mine?.state ?? '');

/**
 * The winners of a draw are offered their units by jobs that run moments after it, and are `waiting` until then. Who is
 * still waiting after this time has been passed over.
 */
const OFFER_DELAY_MS = 60_000;

const getOfferDeadline = ({ mine, draw }: Allocation): string | null =>
  mine?.state === 'waiting' && draw && mine.rank !== null && (mine.place ?? 1) > mine.rank - draw.units
    ? new Date(Date.parse(draw.closes_at) + OFFER_DELAY_MS).toISOString()
    : null;

const isOfferImminent = (allocation: Allocation, now: number): boolean => {
  const deadline = getOfferDeadline(allocation);
  return deadline !== null && !isOver(deadline, now);
};

const isOver = (instant: string | null, now: number): boolean =>
  instant !== null && Date.parse(instant) <= now;

/** When the view changes by itself; null when only the server changes it. */
export function getNextChange(allocation: Allocation | null): string | null {
  if (!allocation) return null;
  if (allocation.mine?.state === 'offered') return allocation.mine.offer_expires_at;
  if (allocation.mode === 'draw' && allocation.draw?.state === 'open') return allocation.draw.closes_at;
  return getOfferDeadline(allocation);
}

/** Longer delays would overflow the browser's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time of the last render that an instant caused; `onReached` is called when it passes. */
export function useTimeAtDeadline(instant: string | null, onReached: () => unknown): number {
  const getNow = useServerNow();
  const [now, setNow] = useState(getNow);
  const reach = useEffectEvent(() => {
    setNow(getNow());
    void onReached();
  });
  useEffect(() => {
    if (instant === null) return;
    const delay = Date.parse(instant) - getNow();
    setNow(getNow());
    if (delay <= 0 || delay > MAX_TIMER_MS) return;
    const timer = setTimeout(() => reach(), delay);
    return () => clearTimeout(timer);
  }, [instant, getNow]);
  return now;
}
