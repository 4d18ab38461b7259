import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The width of the element with the ref, updated on resize; 0 until measured. */
export function useElementWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const elementRef = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!elementRef.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(elementRef.current);
    return () => observer.disconnect();
  }, []);
  return [elementRef, width];
}

/**
 * Calls `onEnter` when the element comes into view while `isEnabled`, slightly before unless `margin` says otherwise.
 * Put the ref on the end of a list.
 */
export function useInView(
  onEnter: () => void,
  isEnabled: boolean,
  margin = '600px',
): RefObject<HTMLDivElement | null> {
  const elementRef = useRef<HTMLDivElement>(null);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (!elementRef.current || !isEnabled || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) enter();
      },
      { rootMargin: margin },
    );
    observer.observe(elementRef.current);
    return () => observer.disconnect();
  }, [isEnabled, margin]);
  return elementRef;
}
