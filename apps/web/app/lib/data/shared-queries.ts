import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { assignStorageToUser, useStored } from '../storage/storage.ts';

export type Me = Reply<'getMe'>['data'];

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const { data: me } = await call('getMe', { signal });
    assignStorageToUser(me.id);
    return me;
  },
  staleTime: 60_000,
});

/** The signed-in user; requested only with a token. */
export function useMe() {
  const [token] = useStored('token');
  return useQuery({ ...meQuery, enabled: token !== null });
}

export const updateCachedMe = (changes: Partial<Me>) =>
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, ...changes });

/** Product types with names in the user's language. */
export const productTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['product-types', language],
    queryFn: async ({ signal }) => (await call('listProductTypes', { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Roots of query keys, for data that changes of another feature invalidate. Every root is a key of its own or the
 * beginning of longer ones, and no root is the beginning of another.
 */
export const queryKeys = {
  /** All data of the signed-in seller. */
  seller: ['seller'],
  affiliate: ['affiliate'],
  offers: ['offers'],
  offersMap: ['offers-map'],
  offerDetail: ['offer'],
  offer: (id: number) => ['offer', id] as const,
  orders: ['orders'],
} as const;
