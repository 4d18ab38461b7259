import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Which items are open: the first, and the one an address names after '#'. Opening one puts it into the address. */
export function useOpenItems(ids: string[]) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const linkedId = ids.find((id) => hash === `#${id}`);
  /** What was put into the address here: nowhere to go, the person is there. */
  const navigatedIdRef = useRef<string>(null);
  const [openIds, setOpenIds] = useState(() => [...new Set([ids[0]!, linkedId ?? ids[0]!])]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` goes to the item again when its link is followed again.
  useEffect(() => {
    const isOwnNavigation = navigatedIdRef.current === linkedId;
    navigatedIdRef.current = null;
    if (!linkedId || isOwnNavigation) return;
    setOpenIds((previous) => (previous.includes(linkedId) ? previous : [...previous, linkedId]));
    const element = document.getElementById(linkedId);
    element?.scrollIntoView?.();
    element?.querySelector('button')?.focus({ preventScroll: true });
  }, [linkedId, key]);

  const changeOpenIds = (nextIds: string[]) => {
    const openedId = nextIds.find((id) => !openIds.includes(id));
    setOpenIds(nextIds);
    navigatedIdRef.current = openedId ?? null;
    if (openedId) void navigate({ hash: openedId }, { replace: true });
    else if (linkedId && !nextIds.includes(linkedId)) void navigate({ hash: '' }, { replace: true });
  };

  return { openIds, changeOpenIds };
}
