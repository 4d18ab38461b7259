import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type Offer = Reply<'listOffers'>['data'][number];
export type OfferDetail = Reply<'getOffer'>['data'];
export type OffersQuery = Omit<NonNullable<Input<'listOffers'>['query']>, 'cursor' | 'limit'>;
export type OfferPages = { pages: Reply<'listOffers'>[]; pageParams: (string | null)[] };

/** Answers come in the caller's language, which is why it is part of every key. */
export const offersQuery = (query: OffersQuery, language: string, limit?: number) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.offers, language, query, limit],
    queryFn: ({ pageParam, signal }) =>
      call('listOffers', { query: { ...query, limit, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
    placeholderData: keepPreviousData,
    // A card whose heart was taken away stays until the person comes back.
    refetchOnWindowFocus: query.needFavourite === undefined,
  });

export const offerQuery = (
  id: number,
  language: string,
  position: { latitude: number; longitude: number } | null,
) =>
  queryOptions({
    queryKey: [...queryKeys.offer(id), language, position],
    queryFn: async ({ signal }) =>
      (await call('getOffer', { params: { id }, query: position ?? {}, signal })).data,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    refetchInterval: 15_000,
    // What was fetched while the page came is not asked for again when it is there.
    staleTime: 2_000,
  });

/** What is on sale this moment, for everybody; the server counts twice a minute. */
export const offersSummaryQuery = (language: string) =>
  queryOptions({
    queryKey: ['on-sale-now', language],
    queryFn: async ({ signal }) => (await call('getOffersSummary', { signal })).data,
    refetchInterval: 30_000,
  });

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
