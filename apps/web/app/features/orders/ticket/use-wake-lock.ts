import { useEffect } from 'react';

/** Keeps the screen from going dark while a ticket waits to be scanned, where the browser can. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isReleased = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: then the screen behaves as it always does.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isReleased) await lock?.release();
    };
    const handleVisibilityChange = () => void requestLock();
    handleVisibilityChange();
    document.addEventListener('visibilitychange', handleVisibilityChange);
    return () => {
      isReleased = true;
      document.removeEventListener('visibilitychange', handleVisibilityChange);
      void lock?.release();
    };
  }, [active]);
}
