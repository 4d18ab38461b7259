import { offerDays } from '@wopack/contract/vocabulary';
import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo } from 'react';
import { getStoredPosition, type Position } from '../../../lib/browser/position.ts';
import { readStored, safeSessionStorage, useStored, writeStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { OffersQuery } from '../offers.api.ts';
import { countChosen, type FoodChoice, NO_FOOD, readFoodChoice, toFoodQuery, useFoodChoice } from './food.ts';

export const offerOrders = ['recommended', 'price', 'pickup', 'rating'] as const;
export type OfferOrder = (typeof offerOrders)[number];
export type OfferDay = (typeof offerDays)[number];

const urlFilters = {
  search: parseAsString,
  type: parseAsInteger,
  order: parseAsStringLiteral(offerOrders),
  day: parseAsStringLiteral(offerDays),
  /** The text only as it is typed. */
  exact: parseAsStringLiteral(['yes']),
};
const loadUrlFilters = createLoader(urlFilters);
/** Past the router, in which a change of the address would end a navigation that has begun: text is typed, then a card pressed. */
const addressOptions = { history: 'replace' } as const;

/**
 * The filters and the query they make up. They stand in the address, so that it can be shared. Type and text are stored
 * too, for an address without both.
 */
export function useOfferFilters({
  favouritesOnly,
  position,
}: {
  favouritesOnly: boolean;
  position: Position | null;
}) {
  const [storedType, setStoredType] = useStored('filterByType');
  const [storedText, setStoredText] = useSearchText(
    favouritesOnly ? 'searchFavouriteText' : 'searchProductText',
  );
  const [url, setUrl] = useQueryStates(urlFilters, addressOptions);
  const [city] = useStored('selectedCity');
  const { type, text } = chooseTypeAndText(url, { type: storedType, text: storedText });
  const { order, day, exact } = url;
  const { food, setFood } = useFoodChoice();
  useEffect(() => {
    if (isInAddress(url)) {
      if (parseType(storedType) !== type) setStoredType(type);
      if (storedText !== text) setStoredText(text || null);
    } else if (type || text) void setUrl({ type: type || null, search: text || null });
  }, [url, setUrl, type, text, storedType, setStoredType, storedText, setStoredText]);
  const query = useMemo(
    () => buildQuery({ type, text, city, position, favouritesOnly, order, day, exact, food }),
    [type, text, favouritesOnly, position, city, order, day, exact, food],
  );
  const change = useCallback(
    (next: {
      type?: number;
      text?: string | null;
      order?: OfferOrder | null;
      day?: OfferDay | null;
      exact?: 'yes' | null;
    }) => {
      // Both: an address without them would bring back what is stored.
      if (next.type !== undefined) setStoredType(next.type);
      if (next.text !== undefined) setStoredText(next.text || null);
      void setUrl({
        ...(next.type !== undefined && { type: next.type || null }),
        ...(next.text !== undefined && { search: next.text || null, exact: null }),
        ...(next.order !== undefined && { order: next.order }),
        ...(next.day !== undefined && { day: next.day }),
        ...(next.exact !== undefined && { exact: next.exact }),
      });
    },
    [setUrl, setStoredType, setStoredText],
  );
  const foodCount = countChosen(food);
  const activeCount = [type !== 0, day !== null, text.trim() !== '', foodCount > 0].filter(Boolean).length;
  return {
    type,
    setType: useCallback((next: number) => change({ type: next }), [change]),
    text,
    setText: useCallback((next: string | null) => change({ text: next }), [change]),
    order,
    day,
    query,
    setOrder: useCallback((next: OfferOrder | null) => change({ order: next }), [change]),
    setDay: useCallback((next: OfferDay | null) => change({ day: next }), [change]),
    isExact: exact !== null,
    setExact: useCallback((next: boolean) => change({ exact: next ? 'yes' : null }), [change]),
    food,
    setFood,
    clear: useCallback(() => {
      change({ type: 0, text: null, day: null });
      setFood(NO_FOOD);
    }, [change, setFood]),
    activeCount,
    isFiltered: activeCount > 0,
  };
}

type TypeAndText = { type: number | null; search: string | null };

const isInAddress = ({ type, search }: TypeAndText): boolean => type !== null || search !== null;

/** Those of the address if it has one of them: whoever opens a shared address has stored others. */
const chooseTypeAndText = (
  url: TypeAndText,
  stored: { type: StoredValues['filterByType'] | null; text: string },
): { type: number; text: string } =>
  isInAddress(url)
    ? { type: url.type ?? 0, text: url.search ?? '' }
    : { type: parseType(stored.type), text: stored.text };

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

const isSearchSession = () => readStored('searchSession', safeSessionStorage) === true;

/** The query of the list, readable before a page is rendered. */
export function readStoredQuery(search: string): OffersQuery {
  const url = loadUrlFilters(search);
  return buildQuery({
    ...chooseTypeAndText(url, {
      type: readStored('filterByType'),
      text: isSearchSession() ? (readStored('searchProductText') ?? '') : '',
    }),
    city: readStored('selectedCity'),
    position: getStoredPosition().position,
    favouritesOnly: false,
    order: url.order,
    day: url.day,
    exact: url.exact,
    food: readFoodChoice(),
  });
}

const parseType = (stored: StoredValues['filterByType'] | null): number => Number(stored) || 0;

interface QueryParts {
  type: number;
  text: string;
  city: StoredValues['selectedCity'] | null;
  position: Position | null;
  favouritesOnly: boolean;
  order: OfferOrder | null;
  day: OfferDay | null;
  exact: 'yes' | null;
  food: FoodChoice;
}

function buildQuery({
  type,
  text,
  city,
  position,
  favouritesOnly,
  order,
  day,
  exact,
  food,
}: QueryParts): OffersQuery {
  // The server knows the city of an account; one stored only in the browser is sent.
  const origin = position ?? (city && { latitude: city.lat, longitude: city.lon });
  // A first letter says nothing yet.
  const searchText = /^(?![ьъ])[\p{L}\p{N}]$/iu.test(text.trim()) ? '' : text.trim();
  return {
    ...(type && { filterByType: type }),
    ...(searchText && { searchProductText: searchText }),
    ...(searchText && exact && { exact }),
    ...(favouritesOnly && { needFavourite: 'yes' }),
    ...(order && { order }),
    ...(day && { day }),
    ...toFoodQuery(food),
    sort: position ? 'me' : 'center',
    ...origin,
  };
}

export type OfferFilters = ReturnType<typeof useOfferFilters>;
