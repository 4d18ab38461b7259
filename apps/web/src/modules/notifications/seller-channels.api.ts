import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { notify, notifyProblem } from '../../ui/toast.ts';

type Change = Partial<Input<'updateSellerNotificationSettings'>['body']>;

export const sellerChannelsQuery = queryOptions({
  queryKey: ['notifications', 'seller'],
  queryFn: async ({ signal }) => (await call('getSellerNotificationSettings', { signal })).data,
});

/** Changes what is shown at once; back to what it was when the server does not take it. */
export function useSaveSellerChannels(saved: string) {
  const client = useQueryClient();
  const { queryKey } = sellerChannelsQuery;
  return useMutation({
    mutationFn: (change: Change) =>
      call('updateSellerNotificationSettings', { body: { ...client.getQueryData(queryKey)!, ...change } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, before && { ...before, ...change });
      return before;
    },
    onSuccess: () => notify(saved),
    onError: (error, _change, before) => {
      client.setQueryData(queryKey, before);
      notifyProblem(error);
    },
  });
}
