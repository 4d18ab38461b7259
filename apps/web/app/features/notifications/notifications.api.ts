import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { getServiceWorkerContainer } from '../../lib/offline/offline-cache.ts';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';

export type UserNotificationSettings = Reply<'getNotificationSettings'>['data'];
export type NotificationChannel = UserNotificationSettings['channel'];
type SettingsChange = Partial<Input<'updateNotificationSettings'>['body']>;

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'user'],
  queryFn: async ({ signal }) => (await call('getNotificationSettings', { signal })).data,
});

/** Optimistic update, rolled back when the server refuses it. */
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

type SellerSettingsChange = Partial<Input<'updateSellerNotificationSettings'>['body']>;

export const sellerNotificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'seller'],
  queryFn: async ({ signal }) => (await call('getSellerNotificationSettings', { signal })).data,
});

/** Changes what is shown at once; back to what it was when the server does not take it. */
export function useUpdateSellerNotificationSettings(successMessage: string) {
  const queryClient = useQueryClient();
  const { queryKey } = sellerNotificationSettingsQuery;
  return useMutation({
    mutationFn: (change: SellerSettingsChange) =>
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
