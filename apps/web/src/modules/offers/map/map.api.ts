import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api.ts';
import type { OffersQuery } from '../offers.api.ts';

export type MapAnswer = Reply<'listMapOffers'>;
export type MapPlace = MapAnswer['data'][number];
export type MapCluster = MapAnswer['clusters'][number];

/** A part of the map that was asked for. */
export interface Area {
  /** west,south,east,north */
  bbox: string;
  zoom: number;
}

/** Venues and clusters of an area; the last ones stay until those of the next are there. */
export const mapQuery = (query: OffersQuery, area: Area | null, language: string) =>
  queryOptions({
    queryKey: ['offers-map', language, query, area],
    queryFn: ({ signal }) => call('listMapOffers', { query: { ...query, ...area }, signal }),
    enabled: area !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
