import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';

export type SellerProfile = Reply<'getSeller'>['data'];

export const sellerProfileQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['about-seller', id, language],
    queryFn: async ({ signal }) => (await call('getSeller', { params: { id }, signal })).data,
  });
