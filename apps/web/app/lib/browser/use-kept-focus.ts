import { type RefObject, useEffect, useRef } from 'react';

/** For the element that takes the focus when a change of `state` has removed the one that had it. */
export function useKeptFocus<T extends HTMLElement>(state: unknown): RefObject<T | null> {
  const ref = useRef<T>(null);
  const previous = useRef(state);
  useEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (state !== previous.current && isFocusLost) ref.current?.focus();
    previous.current = state;
  }, [state]);
  return ref;
}
