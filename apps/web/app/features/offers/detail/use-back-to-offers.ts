import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';

/** The way back to the list this pack was opened from, where its position is restored; else to all offers. */
export function useBackToOffers() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const fromPath = state?.from === paths.favourites || state?.from === paths.offers ? state.from : null;
  return {
    to: fromPath ?? paths.offers,
    isFromFavourites: fromPath === paths.favourites,
    onClick: (event: MouseEvent) => {
      if (!fromPath || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
