import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/query-keys.ts';
import type { OffersQuery } from '../offers.api.ts';

export type MapReply = Reply<'listMapOffers'>;
export type MapSalePlace = MapReply['data'][number];
export type MapCluster = MapReply['clusters'][number];

/** A part of the map that was asked for. */
export interface MapArea {
  /** west,south,east,north */
  bbox: string;
  zoom: number;
}

/** Venues and clusters of an area; the last ones stay until those of the next are there. */
export const mapOffersQuery = (query: OffersQuery, area: MapArea | null, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.offersMap, language, query, area],
    queryFn: ({ signal }) => call('listMapOffers', { query: { ...query, ...area }, signal }),
    enabled: area !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
