import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import type { Position } from '../../lib/position.ts';
import { SHORTEST_QUERY } from '../../lib/use-search.ts';
import type { Coordinates } from './coordinates.ts';

export type FoundPlace = Reply<'searchEstablishments'>[number];

/** Establishments of a name, the near ones first. */
export const placesQuery = (query: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['places', lang, query, near],
    queryFn: async ({ signal }) =>
      establishments(await call('searchEstablishments', { query: { query, lang, ...near }, signal })),
    enabled: query.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** A few cities, to begin with, only where no establishment has the name. */
function establishments(found: FoundPlace[]): FoundPlace[] {
  const places = found.filter(({ is_city }) => !is_city);
  return places.length ? places : found.slice(0, 3);
}

/** A metre is near enough to say which door it is. */
const round = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** What stands at a spot: its city, and street and number where a service that knows them is configured. */
export const spotQuery = ({ latitude, longitude }: Coordinates, lang: string) => {
  const at = { latitude: round(latitude), longitude: round(longitude) };
  return queryOptions({
    queryKey: ['spot', lang, at],
    queryFn: async ({ signal }) => (await call('reverseGeocode', { query: { ...at, lang }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};
