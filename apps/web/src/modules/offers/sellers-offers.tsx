import { type ReactNode, useMemo } from 'react';
import { usePosition } from '../../lib/position.ts';
import type { OfferFilters } from './offer-filters.ts';
import { OfferList } from './offer-list.tsx';

/** What one seller has on sale, whatever the person last searched for elsewhere. */
export function SellersOffers({ sellerId, empty }: { sellerId: number; empty: ReactNode }) {
  const { position } = usePosition();
  const filters = useMemo<OfferFilters>(
    () => ({
      ...{ type: 0, setType() {}, text: '', setText() {}, filtered: false },
      query: { seller_id: sellerId, ...position },
    }),
    [sellerId, position],
  );
  return <OfferList filters={filters} empty={empty} />;
}
