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

/** The signed-in person; asks only when there is a token. */
export function useMe() {
  const [token] = useStored('token');
  return useQuery({ ...meQuery, enabled: token !== null });
}

export const updateCachedMe = (changes: Partial<Me>) =>
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, ...changes });

/** Kinds of pack, named in the person's language. */
export const productTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['product-types', language],
    queryFn: async ({ signal }) => (await call('listProductTypes', { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Roots of the keys under which features keep their queries, where a change in one feature makes data of another old.
 * Every root is a key of its own or the beginning of longer ones, and no root is the beginning of another.
 */
export const queryKeys = {
  /** Everything that sellers see of their own business. */
  seller: ['seller'],
  affiliate: ['affiliate'],
  offers: ['offers'],
  offersMap: ['offers-map'],
  offerDetail: ['offer'],
  offer: (id: number) => ['offer', id] as const,
  orders: ['orders'],
} as const;
