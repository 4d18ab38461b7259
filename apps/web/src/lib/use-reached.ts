import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `onReach` when the element comes into view, as long as `active`: shortly before, unless `margin` says otherwise.
 * Put the ref on the end of a list.
 */
export function useReached(
  onReach: () => void,
  active: boolean,
  margin = '600px',
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onReach);
  useEffect(() => {
    latest.current = onReach;
  });
  useEffect(() => {
    if (!place.current || !active || !('IntersectionObserver' in window)) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: margin },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [active, margin]);
  return place;
}
