import { call } from '../../lib/api/api.ts';
import { getServiceWorkerContainer } from '../../lib/offline/service-worker-container.ts';

/** 'denied': the person, or the browser for them, said no. */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported';

const getRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'Notification' in globalThis && 'PushManager' in globalThis
    ? getServiceWorkerContainer()
        ?.getRegistration()
        .catch(() => undefined)
    : undefined;

export async function getPushState(): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission: only ever on the press of a button. Answers how it is then. */
export async function subscribeToPush(pushKey: string): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return getPushState();
  // One that was made for other keys of the server's would be refused.
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
