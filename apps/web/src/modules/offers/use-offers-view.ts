import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStored } from '../../lib/storage.ts';

type View = 'list' | 'map';

/** List or map, as the person last chose; an address that names a place on the map shows the map. */
export function useOffersView() {
  const [stored, keep] = useStored('offersView');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).has('place');
  const choose = useCallback(
    (view: View) => {
      keep(view);
      if (asked) void navigate(pathname, { replace: true });
    },
    [keep, asked, navigate, pathname],
  );
  return [asked || stored === 'map' ? 'map' : 'list', choose] as const;
}
