import { type DataTag, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../lib/api/api.ts';
import { notificationSettingsQuery } from '../../lib/browser/push.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type UserNotificationSettings = Reply<'getNotificationSettings'>['data'];
export type NotificationChannel = UserNotificationSettings['channel'];

export const useUpdateNotificationSettings = (successMessage: string) =>
  useOptimisticUpdate(
    notificationSettingsQuery.queryKey,
    ({ push_key: _, ...body }) => call('updateNotificationSettings', { body }),
    successMessage,
  );

export const sellerNotificationSettingsQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'notifications'],
  queryFn: async ({ signal }) => (await call('getSellerNotificationSettings', { signal })).data,
});

export const useUpdateSellerNotificationSettings = (successMessage: string) =>
  useOptimisticUpdate(
    sellerNotificationSettingsQuery.queryKey,
    (body) => call('updateSellerNotificationSettings', { body }),
    successMessage,
  );

/** Shows a change of cached settings at once; rolls it back when the server refuses it. */
function useOptimisticUpdate<T extends object>(
  queryKey: DataTag<string[], T, Error>,
  save: (settings: T) => Promise<unknown>,
  successMessage: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<T>) => save({ ...queryClient.getQueryData<T>(queryKey)!, ...change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const previous = queryClient.getQueryData<T>(queryKey);
      if (previous) queryClient.setQueryData<T>(queryKey, { ...previous, ...change });
      return previous;
    },
    onSuccess: () => showToast(successMessage),
    onError: (error, _change, previous) => {
      queryClient.setQueryData<T>(queryKey, previous);
      showErrorToast(error);
    },
  });
}
