import { type DataTag, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../lib/api/api.ts';
import { getServiceWorkerContainer } from '../../lib/offline/offline-cache.ts';

export type UserNotificationSettings = Reply<'getNotificationSettings'>['data'];
export type NotificationChannel = UserNotificationSettings['channel'];

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'user'],
  queryFn: async ({ signal }) => (await call('getNotificationSettings', { signal })).data,
});

export const useUpdateNotificationSettings = (successMessage: string) =>
  useOptimisticUpdate(
    notificationSettingsQuery.queryKey,
    ({ push_key: _, ...body }) => call('updateNotificationSettings', { body }),
    successMessage,
  );

export const sellerNotificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'seller'],
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

/** 'denied': refused by the user or by the browser. */
type PushState = 'on' | 'off' | 'denied' | 'unsupported';

const getRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'Notification' in globalThis && 'PushManager' in globalThis
    ? getServiceWorkerContainer()
        ?.getRegistration()
        .catch(() => undefined)
    : undefined;

async function getPushState(): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Requests permission; call it only from a button press. Resolves to the new state. */
export async function subscribeToPush(pushKey: string): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return getPushState();
  // A subscription made for other VAPID keys would be refused.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await call('savePushSubscription', {
      body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } },
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

export async function unsubscribeFromPush(): Promise<PushState> {
  const subscription = await (await getRegistration())?.pushManager.getSubscription();
  if (subscription) {
    await call('deletePushSubscription', { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return getPushState();
}

export const pushStateQuery = queryOptions({
  queryKey: ['push-device'],
  queryFn: getPushState,
  staleTime: 0,
});
