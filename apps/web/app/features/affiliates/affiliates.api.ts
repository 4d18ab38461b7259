import { queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
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

export const referredBuyersQuery = pagesQuery([...queryKeys.affiliate, 'buyers'], (cursor, signal) =>
  call('listReferredBuyers', { query: { cursor }, signal }),
);

export const referredSellersQuery = pagesQuery([...queryKeys.affiliate, 'sellers'], (cursor, signal) =>
  call('listReferredSellers', { query: { cursor }, signal }),
);

export type ReferralSide = 'buyers' | 'sellers';

export function useReferredUsers(side: ReferralSide) {
  const buyers = useInfiniteQuery({ ...referredBuyersQuery, enabled: side === 'buyers' });
  const sellers = useInfiniteQuery({ ...referredSellersQuery, enabled: side === 'sellers' });
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
