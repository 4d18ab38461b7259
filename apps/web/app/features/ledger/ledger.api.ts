import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type MovementFilter = NonNullable<Input<'exportTransactions'>['query']>;
export type Movement = Reply<'listTransactions'>['data'][number];
export type Statement = Reply<'getStatement'>['data'];
export type StatementSummary = Reply<'listStatements'>['data'][number];

export const transactionsQuery = (filter: MovementFilter, language: string) =>
  pagesQuery(['transactions', filter, language], (cursor, signal) =>
    call('listTransactions', { query: { ...filter, cursor }, signal }),
  );

/** Without a business: the user's in all roles. */
export const statementsQuery = (businessId: number | null) =>
  pagesQuery(['statements', businessId], (cursor, signal) =>
    call('listStatements', { query: { business_id: businessId ?? undefined, cursor }, signal }),
  );

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: ['statement', id],
    queryFn: async ({ signal }) => (await call('getStatement', { params: { id }, signal })).data,
  });

/** Without a business: those of the signed-in user. */
export const payoutDetailsQuery = (businessId: number | null) =>
  queryOptions({
    queryKey: [...queryKeys.payout, businessId],
    queryFn: async ({ signal }) =>
      (await call('getPayoutDetails', { ...(businessId && { query: { business_id: businessId } }), signal }))
        .data,
  });

export function useUpdatePayoutDetails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'updatePayoutDetails'>['body']) => call('updatePayoutDetails', { body }),
    onSuccess: ({ data }, { business_id: businessId = null }) =>
      queryClient.setQueryData(payoutDetailsQuery(businessId).queryKey, data),
  });
}
