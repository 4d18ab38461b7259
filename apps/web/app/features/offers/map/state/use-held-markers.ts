import { useEffect, useRef, useState } from 'react';

/** A browser reports the press of a finger after it was lifted: this much later at most, when it is busy. */
const PRESS_MS = 1000;

/**
 * While a finger or a mouse button is on a marker, all of them stay what they were: the pressed one would otherwise be
 * gone before the press ends, merged into a cluster or absent from what has just loaded.
 */
export function useHeldMarkers<T>(markers: T) {
  const [held, setHeld] = useState<T | null>(null);
  const isHeld = held !== null;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isHeld) return;
    const releaseIn = (delay: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setHeld(null), delay);
    };
    const releaseLater = () => releaseIn(PRESS_MS);
    // Once it has been handled.
    const release = () => releaseIn(0);
    addEventListener('pointerup', releaseLater, true);
    addEventListener('pointercancel', release, true);
    addEventListener('click', release, true);
    return () => {
      removeEventListener('pointerup', releaseLater, true);
      removeEventListener('pointercancel', release, true);
      removeEventListener('click', release, true);
    };
  }, [isHeld]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    markers: held ?? markers,
    isHeld,
    hold: () => {
      clearTimeout(timer.current);
      setHeld(held ?? markers);
    },
  };
}
