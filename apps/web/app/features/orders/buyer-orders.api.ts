import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { handOutEndsAt } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type BuyerOrder = Reply<'getOrder'>['data'];
export type OrderPage = Reply<'listOrders'>;

const POLL_MS = 4000;

/** Whether the order may still be handed out, so that it has to be polled. */
export const isAwaitingPickup = (order: BuyerOrder, now: Date): boolean =>
  order.state === 'paid' && now <= handOutEndsAt(new Date(order.pickup_end));

const orderKey = (id: number) => ['order', id] as const;

export const orderQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...orderKey(id), language],
    queryFn: async ({ signal }) => (await call('getOrder', { params: { id }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data && isAwaitingPickup(state.data, new Date()) ? POLL_MS : false,
  });

export const ordersQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.orders, language],
    queryFn: ({ pageParam, signal }) =>
      call('listOrders', { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
  });

/** Caches the order and invalidates the history. */
export function cacheOrder(queryClient: QueryClient, order: BuyerOrder, language: string): void {
  queryClient.setQueryData(orderQuery(order.id, language).queryKey, order);
  void queryClient.invalidateQueries({ queryKey: queryKeys.orders });
}

export const useCancelOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'cancelOrder'>['body']) => call('cancelOrder', { params: { id }, body }));

export const useRateOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'rateOrder'>['body']) => call('rateOrder', { params: { id }, body }));

export const useReportOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'reportOrder'>['body']) => call('reportOrder', { params: { id }, body }));

/** An action on an order: caches the updated order of the reply and invalidates its offer. */
function useOrderMutation<B>(id: number, request: (body: B) => Promise<Reply<'getOrder'>>) {
  const queryClient = useQueryClient();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: request,
    onSuccess: ({ data }) => {
      cacheOrder(queryClient, data, i18n.language);
      for (const queryKey of [queryKeys.offers, queryKeys.offer(data.product.id)])
        void queryClient.invalidateQueries({ queryKey });
    },
    // After a refusal the displayed order is probably outdated.
    onError: () => void queryClient.invalidateQueries({ queryKey: orderKey(id) }),
  });
}

export type Review = Reply<'listSellerReviews'>['data'][number];

export const reviewsQuery = (sellerId: number) =>
  infiniteQueryOptions({
    queryKey: ['reviews', sellerId],
    queryFn: ({ pageParam, signal }) =>
      call('listSellerReviews', {
        params: { id: sellerId },
        query: { limit: 10, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
  });
