import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Lets go of what came first once a cache holds more than `most`. */
export const createMaxEntriesPlugin = (maxEntries: number): WorkboxPlugin => ({
  cacheDidUpdate: ({ cacheName }) => deleteOldestEntries(cacheName, maxEntries),
});

/** The same, of the addresses that count alone. */
export async function deleteOldestEntries(
  cacheName: string,
  maxEntries: number,
  isCounted: (url: string) => boolean = () => true,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = (await cache.keys()).filter(({ url }) => isCounted(url));
  await Promise.all(
    entries.slice(0, Math.max(0, entries.length - maxEntries)).map((request) => cache.delete(request)),
  );
}
