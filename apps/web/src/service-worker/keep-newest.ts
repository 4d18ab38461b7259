import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Lets go of what came first once a cache holds more than `most`. */
export const keepNewest = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
  },
});
