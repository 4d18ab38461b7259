import { readStored, removeStored, subscribeToStorage } from '../storage/storage.ts';

interface SessionChange {
  /** Null: signed out. */
  token: string | null;
  previousToken: string | null;
  /** Made by another tab. */
  isOtherTab: boolean;
}

const endListeners = new Set<() => void>();
const changeListeners = new Set<(change: SessionChange) => void>();

/** Data shown in this tab belongs to the user of this token. */
let currentToken = readStored('token');
/** The token whose session this tab is ending on the server. */
let endingToken: string | null = null;

subscribeToStorage((event) => detectTokenChange(event instanceof StorageEvent));
// A frozen page gets no storage events.
for (const eventName of ['pageshow', 'focus'])
  globalThis.addEventListener?.(eventName, () => detectTokenChange(true));

function detectTokenChange(isOtherTab: boolean): void {
  const token = readStored('token');
  if (token === currentToken || (token === null && currentToken === endingToken)) return;
  const previousToken = currentToken;
  currentToken = token;
  // A request to end the former session gets no response any more.
  endingToken = null;
  for (const listener of changeListeners) listener({ token, previousToken, isOtherTab });
}

/** The token for calls; detects a change by another tab at the latest now. */
export function getSessionToken(): string | null {
  detectTokenChange(true);
  return currentToken;
}

let isClosed = false;

/** The page is reloading for another user: no further requests with either token. */
export const closeSession = (): void => {
  isClosed = true;
};
export const isSessionClosed = (): boolean => isClosed;

export const hasSession = (): boolean => readStored('token') !== null;

/** Runs when the token changes or is removed, by any tab. Returns the unsubscribe function. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  changeListeners.add(listener);
  return () => {
    changeListeners.delete(listener);
  };
}

/** Runs when the server refuses the token. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => {
    endListeners.delete(listener);
  };
}

/** After a refused token: removes it and keeps drafts. Ignored for a token that was replaced since it was sent. */
export function endSession(rejectedToken: string | null = readStored('token')): void {
  if (rejectedToken === null || rejectedToken !== readStored('token') || rejectedToken === endingToken)
    return;
  removeStored('token');
  for (const listener of endListeners) listener();
}

/**
 * Sends the request that ends this session on the server. Another tab or the live stream may meet the refused token
 * before its response: until then that ends nothing here, for the response would be dropped, and what follows it with
 * it.
 */
export async function endSessionOnServer<T>(request: () => Promise<T>): Promise<T> {
  endingToken = getSessionToken();
  try {
    return await request();
  } finally {
    endingToken = null;
  }
}
