import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/query-keys.ts';

export type SellerOrder = Reply<'listSellerOrders'>['data'][number];
export type SellerDay = Reply<'getSellerToday'>['data'];

/** News come by the live stream; this is for who has none, behind a proxy that cuts it. */
const REFETCH_MS = 60_000;

export const sellerOrderKeys = {
  lists: [...queryKeys.seller, 'orders'],
  today: [...queryKeys.seller, 'today'],
} as const;

/** Orders of a venue on a pickup date ('2026-11-20'; null: the venue's today), kept up to date. */
export const sellerOrdersQuery = (salePlaceId: number, date: string | null, language: string) =>
  queryOptions({
    queryKey: [...sellerOrderKeys.lists, salePlaceId, date, language],
    queryFn: async ({ signal }) => {
      const query = { sale_place_id: salePlaceId, ...(date && { date }) };
      return (await call('listSellerOrders', { query, signal })).data;
    },
    refetchInterval: REFETCH_MS,
  });

/** The venue's day in figures, kept up to date; without one, of all venues together. */
export const sellerDayQuery = (salePlaceId: number | null, language: string) =>
  queryOptions({
    queryKey: [...sellerOrderKeys.today, salePlaceId, language],
    queryFn: async ({ signal }) =>
      (await call('getSellerToday', { query: { sale_place_id: salePlaceId ?? undefined }, signal })).data,
    refetchInterval: REFETCH_MS,
  });

/** How much waits for the seller: packs to hand out today, problems without an answer. */
export const sellerTaskCountsQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'waiting'],
  queryFn: async ({ signal }) => (await call('getSellerTaskCounts', { signal })).data,
  refetchInterval: REFETCH_MS,
});

/** Whose PIN is it? */
export const useCheckPin = () =>
  useMutation({
    mutationFn: async (body: { sale_place_id: number; pin: string }) =>
      (await call('checkPin', { body })).data,
  });

/** The pack goes over the counter; repeating it changes nothing. */
export function useHandOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, pin }: { id: number; pin: string }) =>
      (await call('handOut', { params: { id }, body: { pin } })).data,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: sellerOrderKeys.lists });
      void queryClient.invalidateQueries({ queryKey: sellerOrderKeys.today });
    },
  });
}
