import { readStored, removeStored, subscribeToStorage } from '../storage/storage.ts';

interface SessionChange {
  /** Null: signed out. */
  token: string | null;
  previousToken: string | null;
  /** Another tab made the change. */
  isOtherTab: boolean;
}

const endListeners = new Set<() => void>();
const changeListeners = new Set<(change: SessionChange) => void>();

/** What this tab shows belongs to its user. */
let currentToken = readStored('token');

subscribeToStorage((event) => detectTokenChange(event instanceof StorageEvent));
// A page that was asleep hears of no changes.
for (const eventName of ['pageshow', 'focus'])
  globalThis.addEventListener?.(eventName, () => detectTokenChange(true));

function detectTokenChange(isOtherTab: boolean): void {
  const token = readStored('token');
  if (token === currentToken) return;
  const previousToken = currentToken;
  currentToken = token;
  for (const listener of changeListeners) listener({ token, previousToken, isOtherTab });
}

/** The token to call with; notices at the latest now that another tab has changed it. */
export function getSessionToken(): string | null {
  detectTokenChange(true);
  return currentToken;
}

let isClosed = false;

/** The page is being left for another user's: nothing more is asked for in the name of either. */
export const closeSession = (): void => {
  isClosed = true;
};
export const isSessionClosed = (): boolean => isClosed;

export const hasSession = (): boolean => readStored('token') !== null;

/** Runs when the token is another one or gone, whichever tab it was. Answers how to stop. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  changeListeners.add(listener);
  return () => {
    changeListeners.delete(listener);
  };
}

/** Runs when the server refused the token. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => {
    endListeners.delete(listener);
  };
}

/**
 * The server refused the token: it goes, a half-done registration stays. Not for a token that has been replaced since
 * it was sent.
 */
export function endSession(rejectedToken: string | null = readStored('token')): void {
  if (rejectedToken === null || rejectedToken !== readStored('token')) return;
  removeStored('token');
  for (const listener of endListeners) listener();
}
