import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { offersQuery } from '../offers.api.ts';
import { OfferList } from './offer-list.tsx';

/** Whether the seller's offers are loading: until then their height is unknown. */
export function useIsSellerOffersPending(sellerId: number): boolean {
  const { i18n } = useTranslation();
  const { position } = useStoredPosition();
  return useInfiniteQuery(offersQuery({ seller_id: sellerId, ...position }, i18n.language)).isPending;
}

/** One seller's offers, independent of the stored filters. */
export function SellerOffers({ sellerId, empty }: { sellerId: number; empty: ReactNode }) {
  const { position } = useStoredPosition();
  const filters = useMemo<OfferFilters>(
    () => ({
      ...{ type: 0, setType() {}, text: '', setText() {}, isFiltered: false },
      query: { seller_id: sellerId, ...position },
    }),
    [sellerId, position],
  );
  return <OfferList filters={filters} empty={empty} />;
}
