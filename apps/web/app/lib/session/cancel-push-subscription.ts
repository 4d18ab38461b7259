import { getServiceWorkerContainer } from '../offline/service-worker-container.ts';

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
