/** Names of the offline caches, shared by the pages and the service worker. */
export const SHELL_CACHE = 'wopack-shell';
export const ASSET_CACHE = 'wopack-assets';
export const PICTURE_CACHE = 'wopack-pictures';
/** One cache for each token, named by its digest. */
export const USER_CACHE_PREFIX = 'wopack-person-';

/** Sent by a page. */
export const CLEAR_CACHES_MESSAGE = 'wopack:forget';

export const CACHED_RESPONSE_HEADER = 'x-wopack-copy';

/** Sent by the service worker: the server's response arrived after the cached one was used; a refetch gets it. */
export const LATE_RESPONSE_MESSAGE = 'wopack:late-answer';

/** The app shell belongs to no user; everything else is a user's. */
const isUserCache = (name: string): boolean =>
  name.startsWith('wopack-') && name !== SHELL_CACHE && name !== ASSET_CACHE;

export async function deleteUserCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isUserCache).map((name) => caches.delete(name)));
}

/** Where cookies are blocked, accessing service workers may throw. */
export function getServiceWorkerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

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
