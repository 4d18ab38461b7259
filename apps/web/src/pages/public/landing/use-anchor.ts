import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Goes to the section an address names after '#', with the focus; Back restores the position instead. */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const lastKey = useRef<string>(null);

  useEffect(() => {
    const arriving = lastKey.current === null;
    lastKey.current = key;
    if (!hash || (type === 'POP' && !arriving)) return;
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    const calm = arriving || matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' });
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }, [hash, key, type]);
}
