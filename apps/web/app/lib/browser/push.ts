import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../api/api.ts';
import { getServiceWorkerContainer } from '../offline/offline-cache.ts';

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'user'],
  queryFn: async ({ signal }) => (await call('getNotificationSettings', { signal })).data,
});

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
async function subscribeToPush(pushKey: string): Promise<PushState> {
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

async function unsubscribeFromPush(): Promise<PushState> {
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

/** Turns notifications of this device on or off, and says when the browser cannot. */
export function useTogglePush(pushKey: string | undefined, texts: { turnedOn: string; failed: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    // Nothing is loaded here: some browsers ask for permission only within the press.
    mutationFn: () =>
      queryClient.getQueryData(pushStateQuery.queryKey) === 'on' || !pushKey
        ? unsubscribeFromPush()
        : subscribeToPush(pushKey),
    onSuccess: (newState) => {
      queryClient.setQueryData(pushStateQuery.queryKey, newState);
      if (newState === 'on') showToast(texts.turnedOn);
    },
    // The browser has no push service, or it is unreachable.
    onError: (error) => (error instanceof DOMException ? showToast(texts.failed) : showErrorToast(error)),
  });
}
