import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Goes to the section an address names after '#', with the focus; Back restores the position instead. */
export function useHashScroll(): void {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const lastKey = useRef<string>(null);

  useEffect(() => {
    const isFirstRender = lastKey.current === null;
    lastKey.current = key;
    if (!hash || (navigationType === 'POP' && !isFirstRender)) return;
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    const isInstant = isFirstRender || matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: isInstant ? 'instant' : 'smooth' });
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }, [hash, key, navigationType]);
}
