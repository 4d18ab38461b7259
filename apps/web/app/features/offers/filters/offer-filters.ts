import { useMemo } from 'react';
import { getStoredPosition, type Position } from '../../../lib/browser/position.ts';
import { readStored, useStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { OffersQuery } from '../offers.api.ts';

/** The stored filters and the query they make up. */
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
  const type = parseType(storedType);
  const text = storedText ?? '';
  const query = useMemo(
    () => buildQuery(type, text, city, position, favouritesOnly),
    [type, text, favouritesOnly, position, city],
  );
  return { type, setType, text, setText, query, isFiltered: type !== 0 || text.trim() !== '' };
}

/** The query of the list, readable before a page is rendered. */
export const readStoredQuery = (): OffersQuery =>
  buildQuery(
    parseType(readStored('filterByType')),
    readStored('searchProductText') ?? '',
    readStored('selectedCity'),
    getStoredPosition().position,
  );

const parseType = (stored: StoredValues['filterByType'] | null): number => Number(stored) || 0;

function buildQuery(
  type: number,
  text: string,
  city: StoredValues['selectedCity'] | null,
  position: Position | null,
  favouritesOnly = false,
): OffersQuery {
  // The server knows the city of an account; one stored only in the browser is sent.
  const origin = position ?? (city && { latitude: city.lat, longitude: city.lon });
  const searchText = text.trim();
  return {
    ...(type && { filterByType: type }),
    ...(searchText && { searchProductText: searchText }),
    ...(favouritesOnly && { needFavourite: 'yes' }),
    sort: position ? 'me' : 'center',
    ...origin,
  };
}

export type OfferFilters = ReturnType<typeof useOfferFilters>;
