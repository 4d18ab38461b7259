import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { assetCache, deletePersonalCaches, forget, pictureCache, takeOver } from '../lib/copies.ts';
import { keepNewest } from './keep-newest.ts';
import { isStep } from './orders.ts';
import { answerPerson, isKept, moveHome, movesHome, stopKeeping, takeStep } from './person.ts';
import { takePushes } from './push.ts';
import { serveShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

serveShell(self.__WB_MANIFEST);
takePushes();
registerRoute(isKept, answerPerson);
registerRoute(isStep, takeStep, 'POST');
registerRoute(movesHome, moveHome, 'POST');
registerRoute(
  ({ url, request }) => request.destination === 'image' && url.pathname.startsWith('/media/'),
  new CacheFirst({ cacheName: pictureCache, plugins: [keepNewest(150)] }),
);
// Fonts, food icons and the pages somebody has been to.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: assetCache, plugins: [keepNewest(250)] }),
);

// The first visit is served from now on, too: what somebody buys in it opens without a connection.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === takeOver) void self.skipWaiting();
  if (event.data !== forget) return;
  stopKeeping();
  event.waitUntil(deletePersonalCaches());
});
