import { call } from './lib/api/api.ts';
import { hasSession } from './lib/session/session.ts';

/**
 * Makes the history and open tickets available offline even if they were never viewed on this device. The service
 * worker caches only what passes through it, which on a first visit is nothing until it controls the page.
 */
export async function warmOfflineCache(controlling: Promise<unknown>): Promise<void> {
  if (!hasSession()) return;
  await controlling;
  await call('listOrders', { query: {} });
}
