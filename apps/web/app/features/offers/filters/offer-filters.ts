import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getStoredPosition, type Position } from '../../../lib/browser/position.ts';
import { readStored, safeSessionStorage, useStored, writeStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { OffersQuery } from '../offers.api.ts';

export const offerOrders = ['price', 'pickup', 'rating'] as const;
export type OfferOrder = (typeof offerOrders)[number];
export const offerDays = ['now', 'today', 'tomorrow'] as const;
export type OfferDay = (typeof offerDays)[number];

/** The filters and the query they make up: type and text are stored, order and day stand in the URL. */
export function useOfferFilters({
  favouritesOnly,
  position,
}: {
  favouritesOnly: boolean;
  position: Position | null;
}) {
  const [storedType, setType] = useStored('filterByType');
  const [text, setText] = useSearchText(favouritesOnly ? 'searchFavouriteText' : 'searchProductText');
  const [city] = useStored('selectedCity');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { order, day } = parseUrlFilters(search);
  const setUrlFilter = useCallback(
    (key: 'order' | 'day', value: string | null) => {
      const params = new URLSearchParams(search);
      if (value === null) params.delete(key);
      else params.set(key, value);
      void navigate({ pathname, search: `${params}` }, { replace: true, preventScrollReset: true });
    },
    [search, pathname, navigate],
  );
  const type = parseType(storedType);
  const query = useMemo(
    () => buildQuery({ type, text, city, position, favouritesOnly, order, day }),
    [type, text, favouritesOnly, position, city, order, day],
  );
  return {
    type,
    setType,
    text,
    setText,
    order,
    day,
    query,
    setOrder: useCallback((next: OfferOrder | null) => setUrlFilter('order', next), [setUrlFilter]),
    setDay: useCallback((next: OfferDay | null) => setUrlFilter('day', next), [setUrlFilter]),
    isFiltered: type !== 0 || day !== null || text.trim() !== '',
  };
}

type SearchTextKey = 'searchProductText' | 'searchFavouriteText';

/** Each screen has a text of its own. It ends with the session: what an earlier one left is not read. */
function useSearchText(key: SearchTextKey) {
  const [storedText, setStoredText] = useStored(key);
  const setText = useCallback(
    (text: string | null) => {
      writeStored('searchSession', true, safeSessionStorage);
      setStoredText(text);
    },
    [setStoredText],
  );
  return [isSearchSession() ? (storedText ?? '') : '', setText] as const;
}

/** Stores a text that a link asks for, as if it had been typed into an unfiltered list. */
export function startSearch(text: string): void {
  writeStored('filterByType', 0);
  writeStored('searchSession', true, safeSessionStorage);
  writeStored('searchProductText', text);
}

const isSearchSession = () => readStored('searchSession', safeSessionStorage) === true;

/** The query of the list, readable before a page is rendered. */
export const readStoredQuery = (search: string): OffersQuery =>
  buildQuery({
    type: parseType(readStored('filterByType')),
    text: isSearchSession() ? (readStored('searchProductText') ?? '') : '',
    city: readStored('selectedCity'),
    position: getStoredPosition().position,
    favouritesOnly: false,
    ...parseUrlFilters(search),
  });

const parseType = (stored: StoredValues['filterByType'] | null): number => Number(stored) || 0;

function parseUrlFilters(search: string): { order: OfferOrder | null; day: OfferDay | null } {
  const params = new URLSearchParams(search);
  return {
    order: offerOrders.find((order) => order === params.get('order')) ?? null,
    day: offerDays.find((day) => day === params.get('day')) ?? null,
  };
}

interface QueryParts {
  type: number;
  text: string;
  city: StoredValues['selectedCity'] | null;
  position: Position | null;
  favouritesOnly: boolean;
  order: OfferOrder | null;
  day: OfferDay | null;
}

function buildQuery({ type, text, city, position, favouritesOnly, order, day }: QueryParts): OffersQuery {
  // The server knows the city of an account; one stored only in the browser is sent.
  const origin = position ?? (city && { latitude: city.lat, longitude: city.lon });
  // A first letter says nothing yet.
  const searchText = /^(?![ьъ])[\p{L}\p{N}]$/iu.test(text.trim()) ? '' : text.trim();
  return {
    ...(type && { filterByType: type }),
    ...(searchText && { searchProductText: searchText }),
    ...(favouritesOnly && { needFavourite: 'yes' }),
    ...(order && { order }),
    ...(day && { day }),
    sort: position ? 'me' : 'center',
    ...origin,
  };
}

export type OfferFilters = ReturnType<typeof useOfferFilters>;
