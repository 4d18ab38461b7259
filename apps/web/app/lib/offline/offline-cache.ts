/** Names of the offline caches, shared by the pages and the service worker. */
export const SHELL_CACHE = 'wopack-shell';
export const ASSET_CACHE = 'wopack-assets';
export const PICTURE_CACHE = 'wopack-pictures';
/** One cache for each token, named by its digest. */
export const USER_CACHE_PREFIX = 'wopack-person-';

/** Sent by a page. */
export const CLEAR_CACHES_MESSAGE = 'wopack:forget';

/** Header of a cached response. */
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
