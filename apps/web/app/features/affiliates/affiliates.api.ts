import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { download } from '@wopack/ui/download.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../lib/api/api.ts';
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

export const monthsQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.affiliate, 'months'],
  queryFn: ({ pageParam, signal }) =>
    call('listAffiliateMonths', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (lastPage) => lastPage.next_cursor,
});

export const referredBuyersQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.affiliate, 'buyers'],
  queryFn: ({ pageParam, signal }) =>
    call('listReferredBuyers', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (lastPage) => lastPage.next_cursor,
});

export const referredSellersQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.affiliate, 'sellers'],
  queryFn: ({ pageParam, signal }) =>
    call('listReferredSellers', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (lastPage) => lastPage.next_cursor,
});

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
  infiniteQueryOptions({
    queryKey: [...queryKeys.affiliate, 'shares', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listShares', { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
  });

/** Downloads one of the lists as a file. */
export const useDownloadAffiliateCsv = (list: NonNullable<Input<'exportAffiliateCsv'>['query']>['list']) =>
  useMutation({
    mutationFn: async () =>
      download(`wopack-${list}.csv`, await call('exportAffiliateCsv', { query: { list } }), 'text/csv'),
    onError: showErrorToast,
  });
