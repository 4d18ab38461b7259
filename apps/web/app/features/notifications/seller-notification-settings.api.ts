import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';

type SettingsChange = Partial<Input<'updateSellerNotificationSettings'>['body']>;

export const sellerNotificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'seller'],
  queryFn: async ({ signal }) => (await call('getSellerNotificationSettings', { signal })).data,
});

/** Changes what is shown at once; back to what it was when the server does not take it. */
export function useUpdateSellerNotificationSettings(successMessage: string) {
  const queryClient = useQueryClient();
  const { queryKey } = sellerNotificationSettingsQuery;
  return useMutation({
    mutationFn: (change: SettingsChange) =>
      call('updateSellerNotificationSettings', {
        body: { ...queryClient.getQueryData(queryKey)!, ...change },
      }),
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
