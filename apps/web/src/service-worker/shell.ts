import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { shellCache } from '../lib/copies.ts';

declare const self: ServiceWorkerGlobalScope;

const PATIENCE_MS = 3000;

/** Pages that the server makes itself. */
const notOurs = [
  /^\/(api|google|apple|facebook|media|sandbox|dev|docs|assets)\//,
  /^\/(docs|openapi\.json|health)$/,
];

/** Keeps the files that the app starts from, and opens it with them where the server does not answer. */
export function serveShell(files: PrecacheEntry[]): void {
  const shell = new PrecacheController({ cacheName: shellCache });
  shell.addToCacheList(files);
  self.addEventListener('install', (event) => void shell.install(event));
  self.addEventListener('activate', (event) => void shell.activate(event));
  registerRoute(new PrecacheRoute(shell, { directoryIndex: '', cleanURLs: false }));

  const stored = shell.createHandlerBoundToURL('/index.html');
  // The server's page comes first: after a release its files are there, those of the kept page may be no more.
  const open = async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    const answer = await Promise.race([fetch(options.request).catch(() => null), tooLong()]);
    return answer && answer.status < 500 ? answer : stored(options);
  };
  registerRoute(new NavigationRoute(open, { denylist: notOurs }));
}

const tooLong = () => new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
