import { ApiError, type Client, type ClientOptions, createClient, type Reply } from '@wopack/contract/client';
import { learnServerTime } from '@wopack/ui/server-clock.ts';
import { getCurrentLanguage } from '../i18n/language.ts';
import { CACHED_RESPONSE_HEADER } from '../offline/offline-cache.ts';
import { endSession, getSessionToken, isSessionClosed } from '../session/session.ts';
import { ME_KEY, markCachedRequest, queryClient, refreshMe } from './query-client.ts';

/** Origin of the API; empty: the one that served this page. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';

/** Result for a session that has ended: its callers are unmounted or about to be. */
const neverResolves = new Promise<never>(() => {});

/** The device may work for another one by now, chosen in another tab, or because the membership has ended. */
const getShownBusiness = (): number | null =>
  queryClient.getQueryData<Reply<'getMe'>['data']>(ME_KEY)?.business?.id ?? null;

/**
 * Calls of the signed-in user. A response that comes after the session has ended is dropped; a refused token ends
 * only the session it belongs to.
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
      business: getShownBusiness,
      fetch: fetchTrackingCache,
    });
    const isSessionOver = () => token !== getSessionToken() || isSessionClosed();
    try {
      const reply = await callWithToken(...input);
      return isSessionOver() ? neverResolves : reply;
    } catch (error) {
      if (isSessionOver()) return neverResolves;
      if (error instanceof ApiError && error.status === 401) endSession(token);
      if (error instanceof ApiError && error.status === 403 && input[0] !== 'getMe') refreshMe();
      throw error;
    }
  };
  return callInSession as Client;
}

/** Calls an endpoint by name, typed: `await call('getOffer', { params: { id: 7 } })`. Throws `ApiError`. */
export const call = createSessionClient(fetchWithPrefetch);

/** URL of a file that the API names by a relative path (`path`, `avatar_path`, `logo`). */
export const getMediaUrl = (path: string): string => (apiHost ? apiHost + path : path);

/** Likewise for a `srcset`. */
export const getMediaSrcset = (srcset: string): string =>
  apiHost
    ? srcset
        .split(',')
        .map((candidate) => apiHost + candidate.trim())
        .join(', ')
    : srcset;

/** Source: docs/specification.md, Pages. */
const CHUNK_TIMEOUT_MS = 120_000;

/** Loads a lazy chunk and rejects after 120 seconds, so that the user sees an error. */
export async function withTimeout<T>(chunk: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The page took too long to load')), CHUNK_TIMEOUT_MS);
  return Promise.race([chunk, timeout]).finally(() => clearTimeout(timer));
}

/** After this the app has loaded its first page, and the prefetched response is stale. */
const PREFETCH_MAX_AGE_MS = 15_000;

const originalFetch = globalThis.fetch;

async function fetchAndLearnTime(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await originalFetch(url, init);
  if (!response.headers.has(CACHED_RESPONSE_HEADER))
    learnServerTime(response.headers.get('date'), sentAt, Date.now());
  return response;
}

/** `fetch` that reuses a request made before the app started. */
export function fetchWithPrefetch(url: string, init: RequestInit): Promise<Response> {
  const prefetched = window.prefetched;
  if (prefetched?.url !== url || performance.now() > PREFETCH_MAX_AGE_MS) return fetchAndLearnTime(url, init);
  window.prefetched = undefined;
  return prefetched.response;
}
