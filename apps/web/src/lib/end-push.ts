import { workerContainer } from './worker-container.ts';

/** Nothing more is sent to this device; the server forgets its side together with the token. */
export async function endPush(): Promise<void> {
  try {
    const registration = await workerContainer()?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('the push subscription stays', error);
  }
}
