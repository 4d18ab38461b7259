import { useEffect, useState, useSyncExternalStore } from 'react';
import { dateAt } from './day-clock.ts';

/** The time, kept up to date every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(tick);
  }, [everyMs]);
  return now;
}

const CLOCK_MS = 30_000;
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};
let interval: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every half minute, and when the page is seen again: timers stand still while a phone sleeps. One timer
 * serves all who listen.
 */
export function subscribeToClock(listener: () => void): () => void {
  if (listeners.size === 0) {
    interval = setInterval(announce, CLOCK_MS);
    document.addEventListener('visibilitychange', announce);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(interval);
    document.removeEventListener('visibilitychange', announce);
  };
}

/** The calendar date in a time zone now, '2026-11-20'; changes at midnight while the page is open. */
export const useToday = (timeZone?: string): string =>
  useSyncExternalStore(subscribeToClock, () => dateAt(timeZone));
