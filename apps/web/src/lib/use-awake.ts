import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Whether the person has done anything here yet: what is heavy and not asked for can wait until then. */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(() => navigator.userActivation?.hasBeenActive ?? false);
  useEffect(() => {
    if (awake) return;
    const over = new AbortController();
    for (const sign of signs)
      addEventListener(sign, () => setAwake(true), { signal: over.signal, capture: true, passive: true });
    return () => over.abort();
  }, [awake]);
  return awake;
}
