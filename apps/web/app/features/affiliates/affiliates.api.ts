import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import type { ReferralSort } from '@wopack/contract/vocabulary';
import { download } from '@wopack/ui/download.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type AffiliateOverview = Reply<'getAffiliateOverview'>['data'];
export type AffiliateMonth = Reply<'listAffiliateMonths'>['data'][number];
export type ReferredBuyer = Reply<'getReferredBuyer'>['data'];
export type ReferredSeller = Reply<'getReferredSeller'>['data'];
export type Share = Reply<'listShares'>['data'][number];
export type ReferralTotals = NonNullable<Reply<'listReferredBuyers'>['totals']>;
export type ShareFilter = Pick<NonNullable<Input<'listShares'>['query']>, 'side' | 'person_id' | 'month'>;

export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.affiliate, 'overview'],
  queryFn: async ({ signal }) => (await call('getAffiliateOverview', { signal })).data,
});

export const monthsQuery = pagesQuery([...queryKeys.affiliate, 'months'], (cursor, signal) =>
  call('listAffiliateMonths', { query: { cursor }, signal }),
);

export interface ReferralOrder {
  sort: ReferralSort;
  order: 'asc' | 'desc';
}

const NEWEST_FIRST: ReferralOrder = { sort: 'created', order: 'desc' };

export const referredBuyersQuery = (order = NEWEST_FIRST) =>
  pagesQuery([...queryKeys.affiliate, 'buyers', order], (cursor, signal) =>
    call('listReferredBuyers', { query: { ...order, cursor }, signal }),
  );

export const referredSellersQuery = (order = NEWEST_FIRST) =>
  pagesQuery([...queryKeys.affiliate, 'sellers', order], (cursor, signal) =>
    call('listReferredSellers', { query: { ...order, cursor }, signal }),
  );

export type ReferralSide = 'buyers' | 'sellers';

/** The rows in the order before stay until those in the new one are there. */
export function useReferredUsers(side: ReferralSide, order?: ReferralOrder) {
  const state = { placeholderData: keepPreviousData };
  const buyers = useInfiniteQuery({ ...referredBuyersQuery(order), ...state, enabled: side === 'buyers' });
  const sellers = useInfiniteQuery({ ...referredSellersQuery(order), ...state, enabled: side === 'sellers' });
  return side === 'buyers' ? buyers : sellers;
}

export const referredBuyerQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.affiliate, 'buyer', id],
    queryFn: async ({ signal }) => (await call('getReferredBuyer', { params: { id }, signal })).data,
  });

export const referredSellerQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.affiliate, 'seller', id],
    queryFn: async ({ signal }) => (await call('getReferredSeller', { params: { id }, signal })).data,
  });

export const sharesQuery = (filter: ShareFilter) =>
  pagesQuery([...queryKeys.affiliate, 'shares', filter], (cursor, signal) =>
    call('listShares', { query: { ...filter, cursor }, signal }),
  );

/** Downloads one of the lists as a file. */
export const useDownloadAffiliateCsv = (list: NonNullable<Input<'exportAffiliateCsv'>['query']>['list']) =>
  useMutation({
    mutationFn: async () =>
      download(`wopack-${list}.csv`, await call('exportAffiliateCsv', { query: { list } }), 'text/csv'),
    onError: showErrorToast,
  });
