import { useEffect, useState } from 'react';

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
