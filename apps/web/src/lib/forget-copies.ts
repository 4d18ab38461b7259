import { deletePersonalCaches, forget } from './copies.ts';
import { workerContainer } from './worker-container.ts';

/** Log out, or a refused token: nothing of this person opens here without a connection any more. */
export async function forgetCopies(): Promise<void> {
  const container = workerContainer();
  // Loaded past the worker, a page is not controlled by it.
  const worker = container?.controller ?? (await container?.getRegistration().catch(() => undefined))?.active;
  worker?.postMessage(forget);
  // Only over https, and on localhost, does a page have caches.
  if ('caches' in globalThis) await deletePersonalCaches().catch(console.warn);
}
