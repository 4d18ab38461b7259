import { call } from './lib/api/api.ts';
import { hasSession } from './lib/session/session.ts';

/**
 * The history and the open tickets are there without a connection even if nobody has looked at them on this device. The
 * service worker keeps what passes through it, which on a first visit is nothing until it controls the page.
 */
export async function warmOfflineCache(controlling: Promise<unknown>): Promise<void> {
  if (!hasSession()) return;
  await controlling;
  await call('listOrders', { query: {} });
}
