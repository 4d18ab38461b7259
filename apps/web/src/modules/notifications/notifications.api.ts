import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { notify, notifyProblem } from '../../ui/toast.ts';

export type Settings = Reply<'getNotificationSettings'>['data'];
export type Channel = Settings['channel'];
type Change = Partial<Input<'updateNotificationSettings'>['body']>;

export const settingsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await call('getNotificationSettings', { signal })).data,
});

/** Changes what is shown at once; back to what it was when the server does not take it. */
export function useSaveSettings(saved: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  return useMutation({
    mutationFn: (change: Change) => {
      const { push_key: _, ...settings } = client.getQueryData(queryKey)!;
      return call('updateNotificationSettings', { body: { ...settings, ...change } });
    },
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
