import { useEffect } from 'react';

/** Keeps the screen on, where the browser supports it. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isReleased = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on low battery: the screen then dims as usual.
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
