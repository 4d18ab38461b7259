import { useEffect, useState } from 'react';

/** Milliseconds until the instant, counted down each second; zero when it has passed. */
export function useCountdown(until: string | Date | null): number {
  const end = until === null ? 0 : new Date(until).getTime();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end <= Date.now()) return;
    const tick = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) clearInterval(tick);
    }, 1000);
    return () => clearInterval(tick);
  }, [end]);
  return Math.max(0, end - now);
}
