import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHELL_CACHE } from '../lib/offline/offline-cache.ts';

declare const self: ServiceWorkerGlobalScope;

const NETWORK_TIMEOUT_MS = 3000;

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

  const serveCachedIndex = precacheController.createHandlerBoundToURL('/index.html');
  // The server's page comes first: after a release its files are there, those of the kept page may be no more.
  const handleNavigation = async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    const response = await Promise.race([fetch(options.request).catch(() => null), waitForTimeout()]);
    return response && response.status < 500 ? response : serveCachedIndex(options);
  };
  registerRoute(new NavigationRoute(handleNavigation, { denylist: SERVER_PATHS }));
}

const waitForTimeout = () => new Promise<null>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, null));
