import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** About two screens of a phone. */
const STEP = 6;

/**
 * How many of so many rows to show by now: a few at a time, since putting all in place would hold up a slow phone. What
 * is there when somebody comes back is shown at once.
 */
export function useInSteps(rows: number): number {
  // What React Router calls the page that was opened first.
  const first = useLocation().key === 'default';
  const [shown, show] = useState(first ? STEP : rows);
  useEffect(() => {
    if (shown < rows) setTimeout(() => startTransition(() => show(shown + STEP)));
  }, [shown, rows]);
  return Math.max(shown, STEP);
}
