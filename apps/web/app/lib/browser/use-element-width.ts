import { type RefObject, useEffect, useRef, useState } from 'react';

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
