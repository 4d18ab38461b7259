import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** About two screens of a phone. */
const STEP_SIZE = 6;

/**
 * How many of so many rows to show by now: a few at a time, since putting all in place would hold up a slow phone. What
 * is there when somebody comes back is shown at once.
 */
export function useIncrementalCount(total: number): number {
  // What React Router calls the page that was opened first.
  const isFirstPage = useLocation().key === 'default';
  const [shownCount, setShownCount] = useState(isFirstPage ? STEP_SIZE : total);
  useEffect(() => {
    if (shownCount < total) setTimeout(() => startTransition(() => setShownCount(shownCount + STEP_SIZE)));
  }, [shownCount, total]);
  return Math.max(shownCount, STEP_SIZE);
}
