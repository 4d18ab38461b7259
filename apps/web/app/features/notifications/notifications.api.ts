import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';

export type UserNotificationSettings = Reply<'getNotificationSettings'>['data'];
export type NotificationChannel = UserNotificationSettings['channel'];
type SettingsChange = Partial<Input<'updateNotificationSettings'>['body']>;

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await call('getNotificationSettings', { signal })).data,
});

/** Changes what is shown at once; back to what it was when the server does not take it. */
export function useUpdateNotificationSettings(successMessage: string) {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useMutation({
    mutationFn: (change: SettingsChange) => {
      const { push_key: _, ...settings } = queryClient.getQueryData(queryKey)!;
      return call('updateNotificationSettings', { body: { ...settings, ...change } });
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const previous = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, previous && { ...previous, ...change });
      return previous;
    },
    onSuccess: () => showToast(successMessage),
    onError: (error, _change, previous) => {
      queryClient.setQueryData(queryKey, previous);
      showErrorToast(error);
    },
  });
}
