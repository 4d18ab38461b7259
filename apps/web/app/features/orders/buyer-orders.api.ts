import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { countKeptUnits, handOutEndsAt, isolateWords } from '@wopack/domain';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { call, getMediaUrl } from '../../lib/api/api.ts';
import { isCachedQuery, pagesQuery } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import type { MyOrderChange } from '../../lib/live/subscribe-to-stream.ts';
import { useLiveStream } from '../../lib/live/use-live-stream.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

export type BuyerOrder = Reply<'getOrder'>['data'];

/** In the reader's language where there is such a text; an order kept for offline may be without the field. */
export const getProductName = ({ product }: Pick<BuyerOrder, 'product'>): string =>
  product.local_name ?? product.name;

/** With the number of packs, where several were bought: '2 × Evening box'. */
export const getOrderTitle = (
  order: Pick<BuyerOrder, 'product' | 'quantity' | 'returned_quantity'>,
): string =>
  // One kept for offline may be from before there were several packs.
  order.quantity > 1
    ? `${countKeptUnits(order)} × ${isolateWords(getProductName(order))}`
    : getProductName(order);

/** States of a refund that did not get through. */
const UNRETURNED_STATES: readonly NonNullable<BuyerOrder['money_back']>['state'][] = [
  'waiting',
  'failed',
  'refused',
];

/** Cents that are back or on their way, to the card and to the credit, without refunds that did not get through. */
export function getReturned({ refunded_cents: refundedCents, parts, money_back: moneyBack }: Refunded) {
  const unreturned = moneyBack && UNRETURNED_STATES.includes(moneyBack.state) ? moneyBack.amount_cents : 0;
  return {
    card: Math.max(0, (parts?.card_back_cents ?? refundedCents) - unreturned),
    credit: parts?.credit_back_cents ?? 0,
    isUnreturned: unreturned > 0,
  };
}

type Refunded = Pick<BuyerOrder, 'refunded_cents' | 'money_back' | 'parts'>;

export function getReturnedCents(order: Refunded): number {
  const { card, credit } = getReturned(order);
  return card + credit;
}

/** Key of what a finished order is called: cancelled and 'refunded' only when the money is back or on its way. */
export const getStateKey = (order: BuyerOrder, state: Exclude<BuyerOrder['state'], 'paid'>) => {
  const isUnreturned = getReturned(order).isUnreturned && getReturnedCents(order) === 0;
  return isUnreturned && (state === 'cancelled_by_buyer' || state === 'cancelled_by_store')
    ? (`stateUnreturned.${state}` as const)
    : (`state.${state}` as const);
};

export type OrderPage = Reply<'listOrders'>;

const POLL_MS = 4000;

/** Before the ten minutes of an address are over. */
const CALENDAR_LINK_FRESH_MS = 8 * 60_000;

/** An `https` address of the calendar file: apps on the home screen of an iPhone cannot save what a page has made. */
export const calendarLinkQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['calendar-link', id, language],
    queryFn: async ({ signal }) => {
      const { path, expires_at } = (await call('getCalendarLink', { params: { id }, signal })).data;
      return { url: getMediaUrl(path), expires_at };
    },
    staleTime: CALENDAR_LINK_FRESH_MS,
    gcTime: 0,
    refetchInterval: CALENDAR_LINK_FRESH_MS,
    retry: false,
  });

/** Whether the order may still be handed out, so that it has to be polled. */
export const isAwaitingPickup = (order: BuyerOrder, now: Date): boolean =>
  order.state === 'paid' && now <= handOutEndsAt(new Date(order.pickup_end));

/**
 * Where a report stands: with the seller until the deadline, then with the operator, until one of them answers. By the
 * clock of the moment, because the order may be a cached one.
 */
export const getReportStage = (
  { answered_by, answer_until }: Pick<NonNullable<BuyerOrder['report']>, 'answered_by' | 'answer_until'>,
  now: number,
): 'seller' | 'operator' | 'answered' =>
  answered_by ? 'answered' : now <= Date.parse(answer_until) ? 'seller' : 'operator';

/**
 * Stores until when a pickup is ahead, for the layout of phones: without one it loads nothing. `isFirstPage`: of the
 * newest orders, among which every open one is.
 */
export function storeOpenOrderUntil(orders: readonly BuyerOrder[], isFirstPage: boolean): void {
  const ends = orders
    .filter((order) => isAwaitingPickup(order, serverDate()))
    .map(({ pickup_end }) => handOutEndsAt(new Date(pickup_end)).toISOString());
  const stored = isFirstPage ? null : readStored('openOrderUntil');
  const latest = [...ends, ...(stored ? [stored] : [])].toSorted().at(-1);
  if (latest) writeStored('openOrderUntil', latest);
  else removeStored('openOrderUntil');
}

const orderKey = (id: number) => ['order', id] as const;

export const orderQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...orderKey(id), language],
    queryFn: async ({ signal }) => (await call('getOrder', { params: { id }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data && isAwaitingPickup(state.data, serverDate()) ? POLL_MS : false,
  });

/** When the first page was last requested, by language. */
const listRequestedAt = new Map<string, number>();

export const ordersQuery = (language: string) =>
  pagesQuery([...queryKeys.orders, language], async (cursor, signal) => {
    if (cursor === undefined) listRequestedAt.set(language, Date.now());
    const page = await call('listOrders', { query: { cursor }, signal });
    if (cursor === undefined) storeOpenOrderUntil(page.data, true);
    return page;
  });

/** Reloads the buyer's orders at each change of one, for as long as one of those shown may change. */
export function useMyOrderUpdates(orders: readonly BuyerOrder[]): void {
  const queryClient = useQueryClient();
  const isExpectingChange = orders.some(
    ({ state, report }) => state === 'paid' || (report !== null && report.answered_by === null),
  );
  const refetchOrders = (change?: MyOrderChange) => {
    void queryClient.invalidateQueries({
      queryKey: queryKeys.orders,
      predicate: (query) => isCachedQuery(query) || !isListCurrent(String(query.queryKey[1]), change),
    });
    void queryClient.invalidateQueries({ queryKey: ['order'] });
  };
  useLiveStream({
    isEnabled: isExpectingChange,
    onMyOrder: refetchOrders,
    onReconnect: () => refetchOrders(),
  });
}

/** The list was requested after the last change, which the first event of a stream tells. */
const isListCurrent = (language: string, change?: MyOrderChange): boolean =>
  change?.order_id === null && Date.now() - (listRequestedAt.get(language) ?? 0) < (change.unchanged_ms ?? 0);

/** Caches the order and invalidates the history. */
export function cacheOrder(queryClient: QueryClient, order: BuyerOrder, language: string): void {
  queryClient.setQueryData(orderQuery(order.id, language).queryKey, order);
  storeOpenOrderUntil([order], false);
  void queryClient.invalidateQueries({ queryKey: queryKeys.orders });
}

export const useCancelOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'cancelOrder'>['body']) => call('cancelOrder', { params: { id }, body }));

export const useWithdraw = (id: number) =>
  useOrderMutation(id, (_: undefined) => call('withdrawFromOrder', { params: { id } }));

export const useRateOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'rateOrder'>['body']) => call('rateOrder', { params: { id }, body }));

export const useAnswerValue = (id: number) =>
  useOrderMutation(id, (body: Input<'answerValue'>['body']) => call('answerValue', { params: { id }, body }));

export const useWithdrawValue = (id: number) =>
  useOrderMutation(id, (_: undefined) => call('withdrawValue', { params: { id } }));

export const useReportOrder = (id: number) =>
  useOrderMutation(id, (body: Input<'reportOrder'>['body']) => call('reportOrder', { params: { id }, body }));

export const useSetOrderInvoice = (id: number) =>
  useOrderMutation(id, (body: Input<'setOrderInvoice'>['body']) =>
    call('setOrderInvoice', { params: { id }, body }),
  );

export const useCreateFriendLink = (id: number) =>
  useOrderMutation(id, (_: undefined) => call('createFriendLink', { params: { id } }));

export const useTakeBackFriendLink = (id: number) =>
  useOrderMutation(id, (_: undefined) => call('takeBackFriendLink', { params: { id } }));

/** An action on an order: caches the updated order of the reply and invalidates its offer. */
function useOrderMutation<B, R extends Reply<'getOrder'>>(id: number, request: (body: B) => Promise<R>) {
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
export type ReviewReply = NonNullable<Review['reply']>;

/** Reviews of all products of a seller, or of those of one sale place. */
export type ReviewSubject = { sellerId: number } | { salePlaceId: number };

export const reviewsQuery = (subject: ReviewSubject, language: string) =>
  pagesQuery([...queryKeys.reviews, subject, language], (cursor, signal) => {
    const query = { limit: 10, cursor };
    return 'salePlaceId' in subject
      ? call('listSalePlaceReviews', { params: { id: subject.salePlaceId }, query, signal })
      : call('listSellerReviews', { params: { id: subject.sellerId }, query, signal });
  });

export type ReportWish = NonNullable<NonNullable<BuyerOrder['report']>['wish']>;
