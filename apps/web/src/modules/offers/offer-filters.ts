import { useMemo } from 'react';
import { keptPosition, type Position } from '../../lib/position.ts';
import { read, useStored } from '../../lib/storage.ts';
import type { StoredValues } from '../../lib/stored-values.ts';
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
  const type = typeOf(storedType);
  const text = storedText ?? '';
  const query = useMemo(
    () => queryOf(type, text, city, position, favouritesOnly),
    [type, text, favouritesOnly, position, city],
  );
  return { type, setType, text, setText, query, filtered: type !== 0 || text.trim() !== '' };
}

/** What the list will ask, before there is a page to ask it. */
export const keptQuery = (): OffersQuery =>
  queryOf(
    typeOf(read('filterByType')),
    read('searchProductText') ?? '',
    read('selectedCity'),
    keptPosition().position,
  );

const typeOf = (stored: StoredValues['filterByType'] | null): number => Number(stored) || 0;

function queryOf(
  type: number,
  text: string,
  city: StoredValues['selectedCity'] | null,
  position: Position | null,
  favouritesOnly = false,
): OffersQuery {
  // The server knows the city of an account; one that is only stored here is sent along.
  const from = position ?? (city && { latitude: city.lat, longitude: city.lon });
  const words = text.trim();
  return {
    ...(type && { filterByType: type }),
    ...(words && { searchProductText: words }),
    ...(favouritesOnly && { needFavourite: 'yes' }),
    sort: position ? 'me' : 'center',
    ...from,
  };
}

export type OfferFilters = ReturnType<typeof useOfferFilters>;
