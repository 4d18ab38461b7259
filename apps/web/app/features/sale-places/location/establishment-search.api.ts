import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import type { Position } from '../../../lib/browser/position.ts';
import { MIN_QUERY_LENGTH } from '../../../lib/browser/use-debounced-search.ts';
import type { Coordinates } from './coordinates.ts';

export type FoundEstablishment = Reply<'searchEstablishments'>[number];

/** Establishments of a name, the near ones first. */
export const establishmentsQuery = (query: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['places', lang, query, near],
    queryFn: async ({ signal }) =>
      preferEstablishments(await call('searchEstablishments', { query: { query, lang, ...near }, signal })),
    enabled: query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** A few cities, to begin with, only where no establishment has the name. */
function preferEstablishments(results: FoundEstablishment[]): FoundEstablishment[] {
  const matches = results.filter(({ is_city }) => !is_city);
  return matches.length ? matches : results.slice(0, 3);
}

/** A metre is near enough to say which door it is. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** What stands at a spot: its city, and street and number where a service that knows them is configured. */
export const addressQuery = ({ latitude, longitude }: Coordinates, lang: string) => {
  const position = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return queryOptions({
    queryKey: ['spot', lang, position],
    queryFn: async ({ signal }) =>
      (await call('reverseGeocode', { query: { ...position, lang }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};
