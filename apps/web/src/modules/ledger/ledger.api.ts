import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { notifyProblem } from '../../ui/toast.ts';

export type Filter = NonNullable<Input<'exportTransactions'>['query']>;
export type Movement = Reply<'listTransactions'>['data'][number];
export type Statement = Reply<'getStatement'>['data'];

export const transactionsQuery = (filter: Filter, language: string) =>
  infiniteQueryOptions({
    queryKey: ['transactions', filter, language],
    queryFn: ({ pageParam, signal }) =>
      call('listTransactions', { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['statements'],
  queryFn: ({ pageParam, signal }) =>
    call('listStatements', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next_cursor,
});

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: ['statement', id],
    queryFn: async ({ signal }) => (await call('getStatement', { params: { id }, signal })).data,
  });

export const payoutQuery = queryOptions({
  queryKey: ['payout'],
  queryFn: async ({ signal }) => (await call('getPayoutDetails', { signal })).data,
});

export function useSavePayout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'updatePayoutDetails'>['body']) => call('updatePayoutDetails', { body }),
    onSuccess: ({ data }) => queries.setQueryData(payoutQuery.queryKey, data),
  });
}

/** A file of the server's, kept by the browser under its name. */
export const useFile = (name: string, type: string, load: () => Promise<string | Blob>) =>
  useMutation({
    mutationFn: async () => download(name, await load(), type),
    onError: notifyProblem,
  });
