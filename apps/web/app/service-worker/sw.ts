import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import {
  ASSET_CACHE,
  CLEAR_CACHES_MESSAGE,
  deleteUserCaches,
  PICTURE_CACHE,
  SKIP_WAITING_MESSAGE,
} from '../lib/offline/offline-cache.ts';
import { registerAppShell } from './app-shell.ts';
import { isOrderAction } from './cached-orders.ts';
import { createMaxEntriesPlugin } from './max-entries-plugin.ts';
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
registerRoute(
  ({ url, request }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
  new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [createMaxEntriesPlugin(150)] }),
);
// Fonts, food icons and the pages somebody has been to.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSET_CACHE, plugins: [createMaxEntriesPlugin(250)] }),
);

// The first visit is served from now on, too: what somebody buys in it opens without a connection.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING_MESSAGE) void self.skipWaiting();
  if (event.data !== CLEAR_CACHES_MESSAGE) return;
  invalidateUserCache();
  event.waitUntil(deleteUserCaches());
});
