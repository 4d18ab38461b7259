import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/query-keys.ts';
import { sellerOrderKeys } from './seller-orders.api.ts';

type SellerOrder = Reply<'listSellerOrders'>['data'][number];
export type OrderState = SellerOrder['state'];

export interface OrdersPage {
  data: SellerOrder[];
  next_cursor: string | null;
}

const pagedOrdersQuery = (
  queryKey: readonly unknown[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<OrdersPage>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage: OrdersPage) => lastPage.next_cursor,
  });

/** Orders ahead or behind, page by page; of one venue or, with null, of all. */
export const sellerOrderPagesQuery = (
  salePlaceId: number | null,
  when: 'upcoming' | 'past',
  state: OrderState | null,
  language: string,
) =>
  pagedOrdersQuery([...sellerOrderKeys.lists, when, salePlaceId, state, language], (cursor, signal) => {
    const query = {
      sale_place_id: salePlaceId ?? undefined,
      when,
      state: state ?? undefined,
      cursor,
      limit: 50,
    };
    return call('listSellerOrders', { query, signal });
  });

/** What buyers reported, those without an answer alone if wished. */
export const sellerReportsQuery = (salePlaceId: number | null, unansweredOnly: boolean, language: string) =>
  pagedOrdersQuery(
    [...queryKeys.seller, 'reports', salePlaceId, unansweredOnly, language],
    (cursor, signal) => {
      const query = {
        sale_place_id: salePlaceId ?? undefined,
        open: unansweredOnly ? ('yes' as const) : undefined,
        cursor,
      };
      return call('listSellerReports', { query, signal });
    },
  );

export const useCancelSellerOrder = () =>
  useSellerMutation(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSellerOrder', { params: { id }, body: { reason } }),
  );

export const useCancelSlot = () =>
  useSellerMutation(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSlot', { params: { id }, body: { reason } }),
  );

export const useAnswerReport = (id: number) =>
  useSellerMutation((body: Input<'answerReport'>['body']) => call('answerReport', { params: { id }, body }));

/** Whatever came of it, everything of the seller's is asked for anew. */
function useSellerMutation<V, R>(request: (values: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}
