import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Lets go of what came first once a cache holds more than `most`. */
export const keepNewest = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: ({ cacheName }) => dropOldest(cacheName, most),
});

/** The same, of the addresses that count alone. */
export async function dropOldest(
  cacheName: string,
  most: number,
  counts: (url: string) => boolean = () => true,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = (await cache.keys()).filter(({ url }) => counts(url));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
}
