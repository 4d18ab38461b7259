import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { handOutEndsAt } from '@wopack/rules';
import { call } from '../../lib/api.ts';

export type MyOrder = Reply<'showOrder'>['data'];
export type OrderPage = Reply<'listOrders'>;

const POLL_MS = 4000;

/** Still to be collected: worth asking again whether it was handed out. */
export const isOpen = (order: MyOrder, now: Date): boolean =>
  order.state === 'paid' && now <= handOutEndsAt(new Date(order.pickup_end));

export const orderQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['order', id, language],
    queryFn: async ({ signal }) => (await call('showOrder', { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data, new Date()) ? POLL_MS : false),
  });

export const ordersQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: ['orders', language],
    queryFn: ({ pageParam, signal }) =>
      call('listOrders', { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** A fresh order is on show at once, and the history asks anew. */
export function keepOrder(client: QueryClient, order: MyOrder, language: string): void {
  client.setQueryData(orderQuery(order.id, language).queryKey, order);
  void client.invalidateQueries({ queryKey: ['orders'] });
}
