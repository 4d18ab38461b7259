const STORED_AS = 'reloaded';

const chunkErrors = new WeakSet<Error>();
// Vite's word that code did not arrive: mostly a release has replaced it since the page was opened.
addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

const stored = (): string[] => JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]');

/** Whether loading the page anew may bring the code that is missing: it has not been tried for it in this tab. */
export function mayReload(error: unknown): error is Error {
  try {
    return error instanceof Error && chunkErrors.has(error) && !stored().includes(error.message);
  } catch {
    return false;
  }
}

/** Loads the page anew; false where that cannot be remembered, since it might never end. The message names the chunk. */
export function reloadOnce({ message }: Error): boolean {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...stored(), message]));
    if (!stored().includes(message)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}
