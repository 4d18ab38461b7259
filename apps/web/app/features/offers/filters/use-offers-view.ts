import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStored } from '../../../lib/storage/storage.ts';

type View = 'list' | 'map';

/** List or map, as the person last chose; an address that names a place on the map shows the map. */
export function useOffersView() {
  const [storedView, setStoredView] = useStored('offersView');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const isSalePlaceRequested = new URLSearchParams(search).has('place');
  const selectView = useCallback(
    (view: View) => {
      setStoredView(view);
      if (isSalePlaceRequested) void navigate(pathname, { replace: true });
    },
    [setStoredView, isSalePlaceRequested, navigate, pathname],
  );
  return [isSalePlaceRequested || storedView === 'map' ? 'map' : 'list', selectView] as const;
}
