import { useEffect, useEffectEvent, useState } from 'react';

/** A map that cannot be drawn is made anew by itself once; then the person says when. */
export function useAttempts(onGone?: (gone: boolean) => void) {
  const [{ attempt, gone }, set] = useState({ attempt: 0, gone: false });
  const tell = useEffectEvent(() => onGone?.(gone));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever it changes
  useEffect(() => tell(), [gone]);
  return {
    attempt,
    gone,
    fail: () => set((last) => (last.attempt === 0 ? { attempt: 1, gone: false } : { ...last, gone: true })),
    retry: () => set((last) => ({ attempt: last.attempt + 1, gone: false })),
  };
}
