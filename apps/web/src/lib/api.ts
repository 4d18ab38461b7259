import { ApiError, type Client, type ClientOptions, createClient } from '@wopack/contract/client';
import { fetchOnce } from './asked-early.ts';
import { copyHeader } from './copies.ts';
import { currentLanguage } from './language.ts';
import { endSession, isSessionClosed, sessionToken } from './session.ts';
import { noteCopy } from './shown-copies.ts';

/** The address of the API; empty: the one that served this page. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';

/** Of a session that is over: whoever asked is gone, or about to be. */
const unanswered = new Promise<never>(() => {});

/**
 * Calls for whoever is signed in. An answer that comes after the session is over reaches nobody; a refused token ends
 * the session it was of, no other.
 */
export function createSessionClient(fetch: NonNullable<ClientOptions['fetch']>): Client {
  const fetchNotingCopies = async (address: string, init: RequestInit) => {
    const response = await fetch(address, init);
    if (init.signal && response.headers.has(copyHeader))
      noteCopy(init.signal, Date.parse(response.headers.get('date') ?? ''));
    return response;
  };
  const callInSession = async (...input: Parameters<Client>) => {
    const token = sessionToken();
    if (isSessionClosed()) return unanswered;
    const callWithToken = createClient({
      host: apiHost,
      token: () => token,
      language: currentLanguage,
      fetch: fetchNotingCopies,
    });
    const isOver = () => token !== sessionToken() || isSessionClosed();
    try {
      const reply = await callWithToken(...input);
      return isOver() ? unanswered : reply;
    } catch (error) {
      if (isOver()) return unanswered;
      if (error instanceof ApiError && error.status === 401) endSession(token);
      throw error;
    }
  };
  return callInSession as Client;
}

/** Calls an endpoint by name, typed: `await call('showProduct', { params: { id: 7 } })`. Throws `ApiError`. */
export const call = createSessionClient(fetchOnce);

/** The address of a file the API names by a relative path (`path`, `avatar_path`, `logo`). */
export const mediaUrl = (path: string): string => (apiHost ? apiHost + path : path);

/** The same for a ready `srcset`. */
export const mediaSrcset = (srcset: string): string =>
  apiHost
    ? srcset
        .split(',')
        .map((part) => apiHost + part.trim())
        .join(', ')
    : srcset;
