import { startTransition, useEffect, useState } from 'react';

/** About two screens of a phone. */
const STEP = 6;

/**
 * How many of so many rows to show by now. What is there when the list opens is shown at once, so that Back finds its
 * position; what arrives later comes a few rows at a time: putting all in place would hold up a slow phone.
 */
export function useInSteps(rows: number): number {
  const [shown, show] = useState(rows);
  useEffect(() => {
    if (shown < rows) setTimeout(() => startTransition(() => show(shown + STEP)));
  }, [shown, rows]);
  return Math.max(shown, STEP);
}
