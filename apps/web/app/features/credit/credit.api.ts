import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { pagesQuery, queryClient } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type MyCredit = Reply<'getMyCredit'>['data'];
export type CreditMovement = Reply<'listCreditMovements'>['data'][number];
export type DiscountCode = Reply<'listDiscountCodes'>['data'][number];
type CodeBody = Input<'createDiscountCode'>['body'];

export const myCreditQuery = queryOptions({
  queryKey: [...queryKeys.credit, 'mine'],
  queryFn: async ({ signal }) => (await call('getMyCredit', { signal })).data,
});

export const creditMovementsQuery = pagesQuery([...queryKeys.credit, 'history'], (cursor, signal) =>
  call('listCreditMovements', { query: { cursor }, signal }),
);

export function useRedeemCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => (await call('redeemCode', { body: { code } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credit }),
  });
}

/** With names of types in the language. */
export const discountCodesQuery = (language: string) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'codes', language],
    queryFn: async ({ signal }) => (await call('listDiscountCodes', { signal })).data,
  });

const refreshCodes = () => queryClient.invalidateQueries({ queryKey: [...queryKeys.seller, 'codes'] });

export const useCreateCode = () =>
  useMutation({
    mutationFn: async (body: CodeBody) => (await call('createDiscountCode', { body })).data,
    onSuccess: refreshCodes,
  });

export const useStopCode = () =>
  useMutation({
    mutationFn: (id: number) => call('stopDiscountCode', { params: { id } }),
    onSuccess: refreshCodes,
  });

export const orderCreditQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'order-credit', orderId],
    queryFn: async ({ signal }) => (await call('getOrderCredit', { params: { id: orderId }, signal })).data,
  });

export const useGiveOrderCredit = (orderId: number) =>
  useMutation({
    mutationFn: (body: Input<'giveOrderCredit'>['body']) =>
      call('giveOrderCredit', { params: { id: orderId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderCreditQuery(orderId).queryKey }),
  });
