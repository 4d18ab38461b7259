import { call } from './lib/api/api.ts';
import { hasSession } from './lib/session/session.ts';

/** The history and the open tickets are there without a connection even if nobody has looked at them on this device. */
export async function warmOfflineCache(): Promise<void> {
  if (!hasSession()) return;
  await waitForController();
  await call('listOrders', { query: {} });
}

/** The service worker keeps what passes through it, which on a first visit is nothing until it has started. */
async function waitForController(): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  await promise;
}
