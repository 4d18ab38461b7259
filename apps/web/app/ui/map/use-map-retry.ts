import { useEffect, useEffectEvent, useState } from 'react';

/** A map that cannot be drawn is made anew by itself once; then the person says when. */
export function useMapRetry(onUnavailable?: (isUnavailable: boolean) => void) {
  const [{ attempt, isUnavailable }, setState] = useState({ attempt: 0, isUnavailable: false });
  const notifyChange = useEffectEvent(() => onUnavailable?.(isUnavailable));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever it changes
  useEffect(() => notifyChange(), [isUnavailable]);
  return {
    attempt,
    isUnavailable: isUnavailable,
    fail: () =>
      setState((previous) =>
        previous.attempt === 0 ? { attempt: 1, isUnavailable: false } : { ...previous, isUnavailable: true },
      ),
    retry: () => setState((previous) => ({ attempt: previous.attempt + 1, isUnavailable: false })),
  };
}
