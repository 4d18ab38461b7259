import {
  CLEAR_CACHES_MESSAGE,
  deleteUserCaches,
  getServiceWorkerContainer,
} from '../offline/offline-cache.ts';

/** After log-out or a refused token: no data of this user is readable offline any more. */
export async function clearUserCaches(): Promise<void> {
  const container = getServiceWorkerContainer();
  // A page loaded past the worker is not controlled by it.
  const worker = container?.controller ?? (await container?.getRegistration().catch(() => undefined))?.active;
  worker?.postMessage(CLEAR_CACHES_MESSAGE);
  // Cache storage exists only over https and on localhost.
  if ('caches' in globalThis) await deleteUserCaches().catch(console.warn);
}

/** Stops pushes to this device; the server drops its side together with the token. */
export async function cancelPushSubscription(): Promise<void> {
  try {
    const registration = await getServiceWorkerContainer()?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('the push subscription stays', error);
  }
}
