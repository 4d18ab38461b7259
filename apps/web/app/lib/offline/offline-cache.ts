/** What the browser keeps for moments without a connection: names that the pages and the service worker agree on. */
export const SHELL_CACHE = 'wopack-shell';
export const ASSET_CACHE = 'wopack-assets';
export const PICTURE_CACHE = 'wopack-pictures';
/** One for each token, by its digest. */
export const USER_CACHE_PREFIX = 'wopack-person-';

/** Said by a page. */
export const CLEAR_CACHES_MESSAGE = 'wopack:forget';

/** Of an answer that is a copy. */
export const CACHED_RESPONSE_HEADER = 'x-wopack-copy';

/** Said by the service worker: the server's answer has come after its copy was given; asked for again, it is there. */
export const LATE_RESPONSE_MESSAGE = 'wopack:late-answer';

/** The app itself belongs to nobody; the rest shows what somebody did. */
const isUserCache = (name: string): boolean =>
  name.startsWith('wopack-') && name !== SHELL_CACHE && name !== ASSET_CACHE;

export async function deleteUserCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isUserCache).map((name) => caches.delete(name)));
}
