import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `onReach` when the element comes into view while `active`, slightly before unless `margin` says otherwise.
 * Put the ref on the end of a list.
 */
export function useInView(
  onEnter: () => void,
  isEnabled: boolean,
  margin = '600px',
): RefObject<HTMLDivElement | null> {
  const elementRef = useRef<HTMLDivElement>(null);
  const latestCallback = useRef(onEnter);
  useEffect(() => {
    latestCallback.current = onEnter;
  });
  useEffect(() => {
    if (!elementRef.current || !isEnabled || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latestCallback.current();
      },
      { rootMargin: margin },
    );
    observer.observe(elementRef.current);
    return () => observer.disconnect();
  }, [isEnabled, margin]);
  return elementRef;
}
