import { call } from '../../lib/api.ts';
import { workerContainer } from '../../lib/worker-container.ts';

/** 'denied': the person, or the browser for them, said no. */
export type DeviceState = 'on' | 'off' | 'denied' | 'unsupported';

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'Notification' in globalThis && 'PushManager' in globalThis
    ? workerContainer()
        ?.getRegistration()
        .catch(() => undefined)
    : undefined;

export async function deviceState(): Promise<DeviceState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission: only ever on the press of a button. Answers how it is then. */
export async function turnOn(pushKey: string): Promise<DeviceState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return deviceState();
  // One that was made for other keys of the server's would be refused.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
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

export async function turnOff(): Promise<DeviceState> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) {
    await call('deletePushSubscription', { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return deviceState();
}
