import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/query-keys.ts';

export type SellerOrder = Reply<'listSellerOrders'>['data'][number];
export type SellerDay = Reply<'getSellerToday'>['data'];

/** News come by the live stream; this is for who has none, behind a proxy that cuts it. */
const REFETCH_MS = 60_000;

/** Orders of a venue on a pickup date ('2026-11-20'; null: the venue's today), kept up to date. */
export function useSellerOrders(salePlaceId: number, date: string | null) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'orders', salePlaceId, date, i18n.language],
    queryFn: async ({ signal }) => {
      const query = { sale_place_id: salePlaceId, ...(date && { date }) };
      return (await call('listSellerOrders', { query, signal })).data;
    },
    refetchInterval: REFETCH_MS,
  });
}

/** The venue's day in figures, kept up to date; without one, of all venues together. */
export function useSellerDay(salePlaceId: number | null) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'today', salePlaceId, i18n.language],
    queryFn: async ({ signal }) =>
      (await call('getSellerToday', { query: { sale_place_id: salePlaceId ?? undefined }, signal })).data,
    refetchInterval: REFETCH_MS,
  });
}

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
      void queryClient.invalidateQueries({ queryKey: [...queryKeys.seller, 'orders'] });
      void queryClient.invalidateQueries({ queryKey: [...queryKeys.seller, 'today'] });
    },
  });
}
