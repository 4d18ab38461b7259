import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Which items are open: the first, and the one an address names after '#'. Opening one puts it into the address. */
export function useOpenItems(ids: string[]) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const named = ids.find((id) => hash === `#${id}`);
  /** What was put into the address here: nowhere to go, the person is there. */
  const own = useRef<string>(null);
  const [open, setOpen] = useState(() => [...new Set([ids[0]!, named ?? ids[0]!])]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` goes to the item again when its link is followed again.
  useEffect(() => {
    const here = own.current === named;
    own.current = null;
    if (!named || here) return;
    setOpen((before) => (before.includes(named) ? before : [...before, named]));
    const item = document.getElementById(named);
    item?.scrollIntoView?.();
    item?.querySelector('button')?.focus({ preventScroll: true });
  }, [named, key]);

  const change = (next: string[]) => {
    const opened = next.find((id) => !open.includes(id));
    setOpen(next);
    own.current = opened ?? null;
    if (opened) void navigate({ hash: opened }, { replace: true });
    else if (named && !next.includes(named)) void navigate({ hash: '' }, { replace: true });
  };

  return { open, change };
}
