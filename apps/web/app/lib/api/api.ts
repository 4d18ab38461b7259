import { ApiError, type Client, type ClientOptions, createClient } from '@wopack/contract/client';
import { fetchWithPrefetch } from '../../performance/prefetched.ts';
import { getCurrentLanguage } from '../i18n/language.ts';
import { CACHED_RESPONSE_HEADER } from '../offline/offline-cache.ts';
import { endSession, getSessionToken, isSessionClosed } from '../session/session.ts';
import { markCachedRequest } from './cached-queries.ts';

/** The address of the API; empty: the one that served this page. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';

/** Of a session that is over: whoever asked is gone, or about to be. */
const neverResolves = new Promise<never>(() => {});

/**
 * Calls for whoever is signed in. An answer that comes after the session is over reaches nobody; a refused token ends
 * the session it was of, no other.
 */
export function createSessionClient(fetch: NonNullable<ClientOptions['fetch']>): Client {
  const fetchTrackingCache = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    if (init.signal && response.headers.has(CACHED_RESPONSE_HEADER))
      markCachedRequest(init.signal, Date.parse(response.headers.get('date') ?? ''));
    return response;
  };
  const callInSession = async (...input: Parameters<Client>) => {
    const token = getSessionToken();
    if (isSessionClosed()) return neverResolves;
    const callWithToken = createClient({
      host: apiHost,
      token: () => token,
      language: getCurrentLanguage,
      fetch: fetchTrackingCache,
    });
    const isSessionOver = () => token !== getSessionToken() || isSessionClosed();
    try {
      const reply = await callWithToken(...input);
      return isSessionOver() ? neverResolves : reply;
    } catch (error) {
      if (isSessionOver()) return neverResolves;
      if (error instanceof ApiError && error.status === 401) endSession(token);
      throw error;
    }
  };
  return callInSession as Client;
}

/** Calls an endpoint by name, typed: `await call('showProduct', { params: { id: 7 } })`. Throws `ApiError`. */
export const call = createSessionClient(fetchWithPrefetch);

/** The address of a file the API names by a relative path (`path`, `avatar_path`, `logo`). */
export const getMediaUrl = (path: string): string => (apiHost ? apiHost + path : path);

/** The same for a ready `srcset`. */
export const getMediaSrcset = (srcset: string): string =>
  apiHost
    ? srcset
        .split(',')
        .map((candidate) => apiHost + candidate.trim())
        .join(', ')
    : srcset;
