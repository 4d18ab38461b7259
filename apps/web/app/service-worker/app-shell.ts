import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { SHELL_CACHE } from '../lib/offline/offline-cache.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_SECONDS = 3;

/** Paths served by the server itself. */
const SERVER_PATHS = [
  /^\/(api|google|apple|facebook|media|sandbox|dev|docs|assets)\//,
  /^\/(docs|openapi\.json|health)$/,
  // The operator console is an app of its own.
  /^\/admin(\/|$)/,
];

/** Precaches the app shell and opens navigations with it when the server does not respond. */
export function registerAppShell(files: PrecacheEntry[]): void {
  const precacheController = new PrecacheController({ cacheName: SHELL_CACHE });
  precacheController.addToCacheList(files);
  self.addEventListener('install', (event) => void precacheController.install(event));
  self.addEventListener('activate', (event) => void precacheController.activate(event));
  registerRoute(new PrecacheRoute(precacheController, { directoryIndex: '', cleanURLs: false }));

  // Network first: after a release the files of the cached page may no longer exist.
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
