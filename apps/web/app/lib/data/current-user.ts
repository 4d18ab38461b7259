import { queryOptions, useQuery } from '@tanstack/react-query';
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
