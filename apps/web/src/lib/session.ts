import { read, remove, subscribe } from './storage.ts';

interface SessionChange {
  /** Null: signed out. */
  token: string | null;
  former: string | null;
  /** Another tab made the change. */
  elsewhere: boolean;
}

const endings = new Set<() => void>();
const changes = new Set<(change: SessionChange) => void>();

/** What this tab shows belongs to its user. */
let current = read('token');

subscribe((event) => compareToken(event instanceof StorageEvent));
// A page that was asleep hears of no changes.
for (const wake of ['pageshow', 'focus']) globalThis.addEventListener?.(wake, () => compareToken(true));

function compareToken(elsewhere: boolean): void {
  const token = read('token');
  if (token === current) return;
  const former = current;
  current = token;
  for (const listener of changes) listener({ token, former, elsewhere });
}

/** The token to call with; notices at the latest now that another tab has changed it. */
export function sessionToken(): string | null {
  compareToken(true);
  return current;
}

let closed = false;

/** The page is being left for another user's: nothing more is asked for in the name of either. */
export const closeSession = (): void => {
  closed = true;
};
export const isSessionClosed = (): boolean => closed;

export const signedIn = (): boolean => read('token') !== null;

/** Runs when the token is another one or gone, whichever tab it was. Answers how to stop. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  changes.add(listener);
  return () => {
    changes.delete(listener);
  };
}

/** Runs when the server refused the token. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener);
  return () => {
    endings.delete(listener);
  };
}

/**
 * The server refused the token: it goes, a half-done registration stays. Not for a token that has been replaced since
 * it was sent.
 */
export function endSession(refused: string | null = read('token')): void {
  if (refused === null || refused !== read('token')) return;
  remove('token');
  for (const ending of endings) ending();
}
