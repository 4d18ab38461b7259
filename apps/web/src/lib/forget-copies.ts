import { deletePersonalCaches, forget } from './copies.ts';
import { workerContainer } from './worker-container.ts';

/** Log out, or a refused token: nothing of this person opens here without a connection any more. */
export async function forgetCopies(): Promise<void> {
  workerContainer()?.controller?.postMessage(forget);
  // Only over https, and on localhost, does a page have caches.
  if ('caches' in globalThis) await deletePersonalCaches().catch(console.warn);
}
