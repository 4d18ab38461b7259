import { clientsClaim } from 'workbox-core';
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import {
  ASSET_CACHE,
  CLEAR_CACHES_MESSAGE,
  deleteUserCaches,
  PICTURE_CACHE,
} from '../lib/offline/offline-cache.ts';
import { registerAppShell } from './app-shell.ts';
import { isOrderAction } from './cached-orders.ts';
import { registerPushHandlers } from './push.ts';
import {
  handleCityUpdate,
  handleOrderAction,
  handleUserRequest,
  invalidateUserCache,
  isCacheable,
  isCityUpdate,
} from './user-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

registerAppShell(self.__WB_MANIFEST);
registerPushHandlers();
registerRoute(isCacheable, handleUserRequest);
registerRoute(isOrderAction, handleOrderAction, 'POST');
registerRoute(isCityUpdate, handleCityUpdate, 'POST');
const pictureLimits = { maxEntries: 150 };
registerRoute(
  ({ url, request }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
  new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [new ExpirationPlugin(pictureLimits)] }),
);
// Fonts, food icons and pages visited before.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSET_CACHE, plugins: [new ExpirationPlugin({ maxEntries: 250 })] }),
);

// Controls the page of the first visit too, so that a ticket bought in it opens offline.
clientsClaim();

self.addEventListener('message', (event) => {
  // Sent by `messageSkipWaiting` of workbox-window.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data !== CLEAR_CACHES_MESSAGE) return;
  invalidateUserCache();
  // The expiration plugin's database names the photos that were viewed.
  event.waitUntil(
    Promise.all([deleteUserCaches(), new CacheExpiration(PICTURE_CACHE, pictureLimits).delete()]),
  );
});
