import { getLocalDate } from '@wopack/ui/format.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The time, updated every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

const CLOCK_INTERVAL_MS = 30_000;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
let interval: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every half minute, and when the page becomes visible: timers stop while a phone sleeps. One timer serves
 * all listeners.
 */
export function subscribeToClock(listener: () => void): () => void {
  if (listeners.size === 0) {
    interval = setInterval(notifyListeners, CLOCK_INTERVAL_MS);
    document.addEventListener('visibilitychange', notifyListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(interval);
    document.removeEventListener('visibilitychange', notifyListeners);
  };
}

/** Today's date in a time zone, '2026-11-20'; changes at midnight while the page is open. */
export function useToday(timeZone?: string): string {
  const getToday = () => getLocalDate(timeZone);
  return useSyncExternalStore(subscribeToClock, getToday, getToday);
}

/** Milliseconds until the instant, updated each second; zero when it has passed. */
export function useCountdown(until: string | Date | null): number {
  const endMs = until === null ? 0 : new Date(until).getTime();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endMs <= Date.now()) return;
    const interval = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= endMs) clearInterval(interval);
    }, 1000);
    return () => clearInterval(interval);
  }, [endMs]);
  return Math.max(0, endMs - now);
}
