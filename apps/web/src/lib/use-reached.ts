import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onReach` shortly before the element comes into view, as long as `active`. Put the ref on the end of a list. */
export function useReached(onReach: () => void, active: boolean): RefObject<HTMLDivElement | null> {
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
      { rootMargin: '600px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [active]);
  return place;
}
