import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { notifyProblem } from '../../ui/toast.ts';

export type Overview = Reply<'affiliateOverview'>['data'];
export type MonthRow = Reply<'affiliateMonths'>['data'][number];
export type Client = Reply<'affiliateClient'>['data'];
export type Seller = Reply<'affiliateSeller'>['data'];
export type Share = Reply<'affiliateShares'>['data'][number];
export type Totals = NonNullable<Reply<'affiliateClients'>['totals']>;
export type ShareFilter = Pick<
  NonNullable<Input<'affiliateShares'>['query']>,
  'side' | 'person_id' | 'month'
>;

export const overviewQuery = queryOptions({
  queryKey: ['affiliate', 'overview'],
  queryFn: async ({ signal }) => (await call('affiliateOverview', { signal })).data,
});

export const monthsQuery = infiniteQueryOptions({
  queryKey: ['affiliate', 'months'],
  queryFn: ({ pageParam, signal }) =>
    call('affiliateMonths', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next_cursor,
});

export const clientsQuery = infiniteQueryOptions({
  queryKey: ['affiliate', 'clients'],
  queryFn: ({ pageParam, signal }) =>
    call('affiliateClients', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next_cursor,
});

export const sellersQuery = infiniteQueryOptions({
  queryKey: ['affiliate', 'sellers'],
  queryFn: ({ pageParam, signal }) =>
    call('affiliateSellers', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next_cursor,
});

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['affiliate', 'client', id],
    queryFn: async ({ signal }) => (await call('affiliateClient', { params: { id }, signal })).data,
  });

export const sellerQuery = (id: number) =>
  queryOptions({
    queryKey: ['affiliate', 'seller', id],
    queryFn: async ({ signal }) => (await call('affiliateSeller', { params: { id }, signal })).data,
  });

export const sharesQuery = (filter: ShareFilter) =>
  infiniteQueryOptions({
    queryKey: ['affiliate', 'shares', filter],
    queryFn: ({ pageParam, signal }) =>
      call('affiliateShares', { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** Hands one of the lists to the person as a file. */
export const useAffiliateFile = (list: NonNullable<Input<'affiliateCsv'>['query']>['list']) =>
  useMutation({
    mutationFn: async () =>
      download(`wopack-${list}.csv`, await call('affiliateCsv', { query: { list } }), 'text/csv'),
    onError: notifyProblem,
  });
