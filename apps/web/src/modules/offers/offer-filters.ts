import { useMemo } from 'react';
import type { Position } from '../../lib/position.ts';
import { useStored } from '../../lib/storage.ts';
import type { OffersQuery } from './offers.api.ts';

/** The filters the person chose, kept between visits, and the question to the server they make up. */
export function useOfferFilters({
  favouritesOnly,
  position,
}: {
  favouritesOnly: boolean;
  position: Position | null;
}) {
  const [storedType, setType] = useStored('filterByType');
  const [storedText, setText] = useStored('searchProductText');
  const [city] = useStored('selectedCity');
  const type = typeof storedType === 'number' ? storedType : 0;
  const text = storedText ?? '';
  const query = useMemo<OffersQuery>(() => {
    // The server knows the city of an account; one that is only stored here is sent along.
    const from = position ?? (city ? { latitude: city.lat, longitude: city.lon } : null);
    return {
      ...(type ? { filterByType: type } : {}),
      ...(text.trim() ? { searchProductText: text.trim() } : {}),
      ...(favouritesOnly ? { needFavourite: 'yes' } : {}),
      sort: position ? ('me' as const) : ('center' as const),
      ...from,
    };
  }, [type, text, favouritesOnly, position, city]);
  return { type, setType, text, setText, query, filtered: type !== 0 || text.trim() !== '' };
}

export type OfferFilters = ReturnType<typeof useOfferFilters>;
