import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { type OffersQuery, offersQuery } from '../offers.api.ts';
import { OfferList } from './offer-list.tsx';

/** Of a seller or of a sale place. */
type OfferOwner = Pick<OffersQuery, 'seller_id' | 'sale_place_id'>;

/** The offers of a seller or of a sale place, independent of the stored filters. */
export function FixedOfferList({ owner, empty }: { owner: OfferOwner; empty: ReactNode }) {
  const query = useOwnerQuery(owner);
  const filters = useMemo<OfferFilters>(
    () => ({
      ...{ type: 0, setType() {}, text: '', setText() {}, isFiltered: false },
      ...{ order: null, setOrder() {}, day: null, setDay() {} },
      query,
    }),
    [query],
  );
  return <OfferList filters={filters} empty={empty} />;
}

/** Whether these offers are loading: until then their height is unknown. */
export function useIsFixedListPending(owner: OfferOwner): boolean {
  const { i18n } = useTranslation();
  return useInfiniteQuery(offersQuery(useOwnerQuery(owner), i18n.language)).isPending;
}

function useOwnerQuery({ seller_id: sellerId, sale_place_id: salePlaceId }: OfferOwner): OffersQuery {
  const { position } = useStoredPosition();
  return useMemo(
    () => ({
      ...(sellerId && { seller_id: sellerId }),
      ...(salePlaceId && { sale_place_id: salePlaceId }),
      ...position,
    }),
    [sellerId, salePlaceId, position],
  );
}
