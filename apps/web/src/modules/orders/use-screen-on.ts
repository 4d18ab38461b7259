import { useEffect } from 'react';

/** Keeps the screen from going dark while a ticket waits to be scanned, where the browser can. */
export function useScreenOn(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: then the screen behaves as it always does.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) await lock?.release();
    };
    const asked = () => void ask();
    asked();
    document.addEventListener('visibilitychange', asked);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', asked);
      void lock?.release();
    };
  }, [active]);
}
