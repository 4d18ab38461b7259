import { useMemo } from 'react';
import { getStoredPosition, type Position } from '../../../lib/browser/position.ts';
import { readStored, useStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { OffersQuery } from '../offers.api.ts';

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
  const type = parseType(storedType);
  const text = storedText ?? '';
  const query = useMemo(
    () => buildQuery(type, text, city, position, favouritesOnly),
    [type, text, favouritesOnly, position, city],
  );
  return { type, setType, text, setText, query, isFiltered: type !== 0 || text.trim() !== '' };
}

/** What the list will ask, before there is a page to ask it. */
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
  // The server knows the city of an account; one that is only stored here is sent along.
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
