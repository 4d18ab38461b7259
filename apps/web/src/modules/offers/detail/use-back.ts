import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';

/** The way back to the list this pack was opened from, where its position is restored; else to all offers. */
export function useBack() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const from = state?.from === paths.favorite || state?.from === paths.offers ? state.from : null;
  return {
    to: from ?? paths.offers,
    favourites: from === paths.favorite,
    onClick: (event: MouseEvent) => {
      if (!from || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
