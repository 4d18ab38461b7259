import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Client, type Input, type Reply } from '@wopack/contract/client';
import { countKeptUnits, isolateWords } from '@wopack/domain';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { toSalePlaceQuery } from '../../lib/data/chosen-sale-places.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type SellerOrder = Reply<'listSellerOrders'>['data'][number];
export type SellerDay = Reply<'getSellerToday'>['data'];

/** Fallback for users whose proxy breaks the event stream. */
const REFETCH_MS = 60_000;

export const sellerOrderKeys = {
  lists: [...queryKeys.seller, 'orders'],
  today: [...queryKeys.seller, 'today'],
} as const;

/** Null: all sale places. */
type SalePlaceIds = readonly number[] | null;

/** A day of many sale places has more orders than a page. */
const MAX_PAGES = 20;

/** Orders of sale places on a pickup date ('2026-11-20'; null: today at the sale place), refetched regularly. */
export const sellerOrdersQuery = (salePlaceIds: SalePlaceIds, date: string | null, language: string) =>
  queryOptions({
    queryKey: [...sellerOrderKeys.lists, salePlaceIds, date, language],
    queryFn: async ({ signal }) => {
      const orders: SellerOrder[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { ...toSalePlaceQuery(salePlaceIds), ...(date && { date }), ...(cursor && { cursor }) };
        const reply: Reply<'listSellerOrders'> = await call('listSellerOrders', { query, signal });
        orders.push(...reply.data);
        cursor = reply.next_cursor;
        if (!cursor) break;
      }
      return orders;
    },
    refetchInterval: REFETCH_MS,
  });

/** Figures of the day of sale places together, refetched regularly. */
export const sellerDayQuery = (salePlaceIds: SalePlaceIds, language: string) =>
  queryOptions({
    queryKey: [...sellerOrderKeys.today, salePlaceIds, language],
    queryFn: async ({ signal }) =>
      (await call('getSellerToday', { query: toSalePlaceQuery(salePlaceIds), signal })).data,
    refetchInterval: REFETCH_MS,
  });

/** Number of orders to hand out today and of unanswered reports. */
export const sellerTaskCountsQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'waiting'],
  queryFn: async ({ signal }) => (await call('getSellerTaskCounts', { signal })).data,
  refetchInterval: REFETCH_MS,
});

/** Finds the order of a PIN. */
export const useCheckPin = (client: Client) =>
  useMutation({
    mutationFn: async (body: { sale_place_id: number; pin: string; order_id?: number }) =>
      (await client('checkPin', { body })).data,
  });

/** Idempotent. */
/** With the number of packs, where several were bought: '2 × Evening box'. */
export const getProductTitle = (order: SellerOrder): string =>
  order.quantity > 1 ? `${countKeptUnits(order)} × ${isolateWords(order.product.name)}` : order.product.name;

export function useHandOut(client: Client) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: number } & Input<'handOut'>['body']) =>
      (await client('handOut', { params: { id }, body })).data,
    onError: (error) => {
      // Who may hand out has changed.
      if (error instanceof ApiError && error.errors.person)
        void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: sellerOrderKeys.lists });
      void queryClient.invalidateQueries({ queryKey: sellerOrderKeys.today });
    },
  });
}

export type OrderState = SellerOrder['state'];

/** Pages of upcoming or past orders of sale places. */
export const sellerOrderPagesQuery = (
  salePlaceIds: SalePlaceIds,
  when: 'upcoming' | 'past',
  state: OrderState | null,
  search: string,
  language: string,
) =>
  pagesQuery([...sellerOrderKeys.lists, when, salePlaceIds, state, search, language], (cursor, signal) => {
    const query = {
      ...toSalePlaceQuery(salePlaceIds),
      when,
      state: state ?? undefined,
      search: search || undefined,
      cursor,
      limit: 50,
    };
    return call('listSellerOrders', { query, signal });
  });

/** Pages of reports, optionally only the unanswered ones. */
export const sellerReportsQuery = (salePlaceIds: SalePlaceIds, unansweredOnly: boolean, language: string) =>
  pagesQuery([...queryKeys.seller, 'reports', salePlaceIds, unansweredOnly, language], (cursor, signal) => {
    const query = {
      ...toSalePlaceQuery(salePlaceIds),
      open: unansweredOnly ? ('yes' as const) : undefined,
      cursor,
    };
    return call('listSellerReports', { query, signal });
  });

/** Orders that a counter without a connection handed out against what they allowed, until somebody has dealt with them. */
export const handOutConflictsQuery = (salePlaceIds: SalePlaceIds, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'hand-out-conflicts', salePlaceIds, language],
    queryFn: async ({ signal }) =>
      (await call('listHandOutConflicts', { query: toSalePlaceQuery(salePlaceIds), signal })).data,
    refetchInterval: REFETCH_MS,
  });

export const useCloseHandOutConflicts = () =>
  useSellerMutation((id: number) => call('closeHandOutConflicts', { params: { id } }));

export const useCancelSellerOrder = () =>
  useSellerMutation(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSellerOrder', { params: { id }, body: { reason } }),
  );

export const useRefundSellerOrder = () =>
  useSellerMutation(({ id, ...body }: { id: number } & Input<'refundSellerOrder'>['body']) =>
    call('refundSellerOrder', { params: { id }, body }),
  );

export const useCancelSlot = () =>
  useSellerMutation(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSlot', { params: { id }, body: { reason } }),
  );

export const useAnswerReport = (id: number) =>
  useSellerMutation((body: Input<'answerReport'>['body']) => call('answerReport', { params: { id }, body }));

export const useSendReportMessage = (id: number) =>
  useSellerMutation((body: Input<'sendReportMessage'>['body']) =>
    call('sendReportMessage', { params: { id }, body }),
  );

export type SellerReview = Reply<'listMyReviews'>['data'][number];

/** Pages of the reviews of sale places, optionally only those without a reply. */
export const myReviewsQuery = (salePlaceIds: SalePlaceIds, isUnrepliedOnly: boolean, language: string) =>
  pagesQuery([...queryKeys.seller, 'reviews', salePlaceIds, isUnrepliedOnly, language], (cursor, signal) => {
    const query = {
      ...toSalePlaceQuery(salePlaceIds),
      ...(isUnrepliedOnly && { replied: 'no' as const }),
      cursor,
    };
    return call('listMyReviews', { query, signal });
  });

/** The public pages have the reply too. */
export function useReplyToReview(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'replyToReview'>['body']) => call('replyToReview', { params: { id }, body }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [...queryKeys.seller, 'reviews'] });
      void queryClient.invalidateQueries({ queryKey: queryKeys.reviews });
    },
  });
}

/** Invalidates all seller queries, also after an error. */
function useSellerMutation<V, R>(request: (values: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}
