const STORAGE_KEY = 'reloaded';

const chunkErrors = new WeakSet<Error>();
// Vite's event for a chunk that did not load: mostly a release has replaced it since the page was opened.
globalThis.addEventListener?.('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

const listReloadedChunks = (): string[] => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');

/** Whether reloading may bring the missing chunk: it has not been tried for it in this tab. */
export function canReload(error: unknown): error is Error {
  try {
    return error instanceof Error && chunkErrors.has(error) && !listReloadedChunks().includes(error.message);
  } catch {
    return false;
  }
}

/** Reloads the page; false where that cannot be stored, since it might loop. The message names the chunk. */
export function reloadOnce({ message }: Error): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...listReloadedChunks(), message]));
    if (!listReloadedChunks().includes(message)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}
