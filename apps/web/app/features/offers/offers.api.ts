import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { hasSession } from '../../lib/session/session.ts';

export type Offer = Reply<'listOffers'>['data'][number];
export type OfferDetail = Reply<'getOffer'>['data'];
export type OffersQuery = Omit<NonNullable<Input<'listOffers'>['query']>, 'cursor' | 'limit'>;
export type OfferPages = { pages: Reply<'listOffers'>[]; pageParams: (string | null)[] };

const GUEST_REFETCH_MS = 30_000;

/** Replies are in the caller's language, so the language is part of every key. */
export const offersQuery = (query: OffersQuery, language: string, limit?: number) =>
  infiniteQueryOptions({
    ...pagesQuery([...queryKeys.offers, language, query, limit], (cursor, signal) =>
      call('listOffers', { query: { ...query, limit, cursor }, signal }),
    ),
    placeholderData: keepPreviousData,
    // In the list of favourites a card that is no longer a favourite must stay until the user leaves the page.
    refetchOnWindowFocus: query.needFavourite === undefined,
    // Guests have no live quantities.
    refetchInterval: () => (hasSession() ? false : GUEST_REFETCH_MS),
  });

/** `heldSlotId` selects the slot to show: one of which a unit is on hold for the user. */
export const offerQuery = (
  id: number,
  language: string,
  position: { latitude: number; longitude: number } | null,
  heldSlotId: number | null = null,
) =>
  queryOptions({
    queryKey: [...queryKeys.offer(id), language, position, heldSlotId],
    queryFn: async ({ signal }) => {
      const query = { ...position, ...(heldSlotId !== null && { slot_id: heldSlotId }) };
      return (await call('getOffer', { params: { id }, query, signal })).data;
    },
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    refetchInterval: 15_000,
    // The loader's response is not refetched when the page mounts.
    staleTime: 2_000,
  });

export interface SummaryArea {
  latitude?: number | undefined;
  longitude?: number | undefined;
  /** City of the signed-in user's account; the server knows its position. */
  city?: string | null | undefined;
}

/** Summary of the offers on sale; public. The server updates it twice a minute. */
export const offersSummaryQuery = (
  language: string,
  { latitude, longitude, city = null }: SummaryArea = {},
) =>
  queryOptions({
    queryKey: ['on-sale-now', language, latitude, longitude, city],
    queryFn: async ({ signal }) =>
      (await call('getOffersSummary', { query: { latitude, longitude }, signal })).data,
    refetchInterval: 30_000,
  });

export type MapReply = Reply<'listMapOffers'>;
export type MapSalePlace = MapReply['data'][number];
export type MapCluster = MapReply['clusters'][number];

/** A requested part of the map. */
export interface MapArea {
  /** west,south,east,north */
  bbox: string;
  zoom: number;
}

/** Sale places and clusters of an area; the previous ones stay until the next ones have loaded. */
export const mapOffersQuery = (query: OffersQuery, area: MapArea | null, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.offersMap, language, query, area],
    queryFn: ({ signal }) => call('listMapOffers', { query: { ...query, ...area }, signal }),
    enabled: area !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
