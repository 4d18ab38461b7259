import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Marks an address that this page wrote itself: nowhere to go, the person is there. */
const OWN = { opened: true };

/** Which items are open: the first, and the one an address names after '#'. Opening one puts it into the address. */
export function useOpenItems(ids: string[]) {
  const { hash, key, state } = useLocation();
  const navigate = useNavigate();
  const named = ids.find((id) => hash === `#${id}`);
  const [open, setOpen] = useState(() => [...new Set([ids[0]!, named ?? ids[0]!])]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` goes to the item again when its link is followed again.
  useEffect(() => {
    if (!named || state?.opened) return;
    setOpen((before) => (before.includes(named) ? before : [...before, named]));
    const item = document.getElementById(named);
    item?.scrollIntoView?.();
    item?.querySelector('button')?.focus({ preventScroll: true });
  }, [named, key, state]);

  const change = (next: string[]) => {
    const opened = next.find((id) => !open.includes(id));
    setOpen(next);
    if (opened) void navigate({ hash: opened }, { replace: true, state: OWN });
    else if (named && !next.includes(named)) void navigate({ hash: '' }, { replace: true, state: OWN });
  };

  return { open, change };
}
