import { getLocalDate } from '@wopack/ui/format.ts';
import {
  getServerClockOffset,
  serverDate,
  serverNow,
  subscribeToServerClock,
} from '@wopack/ui/server-clock.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Gives the time by the server's clock; another function when the difference to that of this device has changed. */
export function useServerNow(): () => number {
  const offsetMs = useSyncExternalStore(subscribeToServerClock, getServerClockOffset, getServerClockOffset);
  return useCallback(() => Date.now() + offsetMs, [offsetMs]);
}

/** The time by the server's clock, updated every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const update = () => setNow(serverNow());
    const timer = setInterval(update, intervalMs);
    const unsubscribe = subscribeToServerClock(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [intervalMs]);
  return now;
}

const CLOCK_INTERVAL_MS = 30_000;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
let interval: ReturnType<typeof setInterval> | undefined;
let unsubscribeFromServerClock: (() => void) | undefined;

/**
 * Calls back every half minute, and when the page becomes visible: timers stop while a phone sleeps. One timer serves
 * all listeners.
 */
export function subscribeToClock(listener: () => void): () => void {
  if (listeners.size === 0) {
    interval = setInterval(notifyListeners, CLOCK_INTERVAL_MS);
    document.addEventListener('visibilitychange', notifyListeners);
    unsubscribeFromServerClock = subscribeToServerClock(notifyListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(interval);
    document.removeEventListener('visibilitychange', notifyListeners);
    unsubscribeFromServerClock?.();
  };
}

/** Today's date in a time zone, '2026-11-20'; changes at midnight while the page is open. */
export function useToday(timeZone?: string): string {
  const getToday = () => getLocalDate(timeZone, serverDate());
  return useSyncExternalStore(subscribeToClock, getToday, getToday);
}

/** Milliseconds until the instant by the server's clock, updated each second; zero when it has passed. */
export function useCountdown(until: string | Date | null): number {
  const endMs = until === null ? 0 : new Date(until).getTime();
  const [now, setNow] = useState(() => serverNow());
  const isOver = now >= endMs;
  useEffect(() => {
    const update = () => setNow(serverNow());
    const unsubscribe = subscribeToServerClock(update);
    const timer = isOver && serverNow() >= endMs ? undefined : setInterval(update, 1000);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [endMs, isOver]);
  return Math.max(0, endMs - now);
}

/** Whether an instant has passed by the server's clock; rendered again when it does. */
export function useIsPast(instant: Date | null): boolean {
  const getNow = useServerNow();
  const instantMs = instant?.getTime() ?? null;
  const [now, setNow] = useState(getNow);
  useEffect(() => {
    setNow(getNow());
    if (instantMs === null) return;
    const timer = setTimeout(() => setNow(getNow()), Math.max(0, instantMs - getNow()) + 1);
    return () => clearTimeout(timer);
  }, [instantMs, getNow]);
  return instantMs !== null && now >= instantMs;
}

/**
 * What is left of a time that begins when the component is shown, updated each second. Whatever becomes of the clocks:
 * one that is set does not lengthen it, and one that stops while a phone sleeps is caught up with.
 */
export function useTimeLeft(durationMs: number): number {
  const [start] = useState(() => ({ device: Date.now(), page: performance.now() }));
  const [elapsedMs, setElapsedMs] = useState(0);
  const isOver = elapsedMs >= durationMs;
  useEffect(() => {
    if (isOver) return;
    const update = () => setElapsedMs(Math.max(Date.now() - start.device, performance.now() - start.page));
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [start, isOver]);
  return Math.max(0, durationMs - elapsedMs);
}
