import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { SHELL_CACHE } from '../lib/offline/offline-cache.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_SECONDS = 3;

/** Pages that the server makes itself. */
const SERVER_PATHS = [
  /^\/(api|google|apple|facebook|media|sandbox|dev|docs|assets)\//,
  /^\/(docs|openapi\.json|health)$/,
];

/** Keeps the files that the app starts from, and opens it with them where the server does not answer. */
export function registerAppShell(files: PrecacheEntry[]): void {
  const precacheController = new PrecacheController({ cacheName: SHELL_CACHE });
  precacheController.addToCacheList(files);
  self.addEventListener('install', (event) => void precacheController.install(event));
  self.addEventListener('activate', (event) => void precacheController.activate(event));
  registerRoute(new PrecacheRoute(precacheController, { directoryIndex: '', cleanURLs: false }));

  // The server's page comes first: after a release its files are there, those of the kept page may be no more.
  const navigationStrategy = new NetworkFirst({
    cacheName: SHELL_CACHE,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [
      {
        cacheKeyWillBeUsed: async () => precacheController.getCacheKeyForURL('/index.html')!,
        cacheWillUpdate: async () => null,
        fetchDidSucceed: async ({ response }) => {
          if (response.status >= 500) throw new Error(`status ${response.status}`);
          return response;
        },
      },
    ],
  });
  registerRoute(new NavigationRoute(navigationStrategy, { denylist: SERVER_PATHS }));
}
