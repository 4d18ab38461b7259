import { read, remove } from './storage.ts';

const endings = new Set<() => void>();

export const signedIn = (): boolean => read('token') !== null;

/** Runs when the server refused the token. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener);
  return () => {
    endings.delete(listener);
  };
}

/** The server refused the token: it goes, a half-done registration stays. */
export function endSession(): void {
  if (!signedIn()) return;
  remove('token');
  for (const ending of endings) ending();
}
