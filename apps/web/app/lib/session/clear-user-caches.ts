import { CLEAR_CACHES_MESSAGE, deleteUserCaches } from '../offline/offline-cache.ts';
import { getServiceWorkerContainer } from '../offline/service-worker-container.ts';

/** Log out, or a refused token: nothing of this person opens here without a connection any more. */
export async function clearUserCaches(): Promise<void> {
  const container = getServiceWorkerContainer();
  // Loaded past the worker, a page is not controlled by it.
  const worker = container?.controller ?? (await container?.getRegistration().catch(() => undefined))?.active;
  worker?.postMessage(CLEAR_CACHES_MESSAGE);
  // Only over https, and on localhost, does a page have caches.
  if ('caches' in globalThis) await deleteUserCaches().catch(console.warn);
}
