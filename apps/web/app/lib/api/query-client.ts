import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { endSession } from '../session/session.ts';
import { trackCachedQueries } from './cached-queries.ts';

const endSessionWhenUnauthorized = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) endSession();
};

/**
 * Retries once without a response or after a server failure; never after a refusal, nor where the browser knows that
 * there is no connection: the page says so at once.
 */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 &&
  navigator.onLine &&
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500);

// Otherwise an app opened offline would not notice the connection coming back.
onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionWhenUnauthorized }),
  mutationCache: new MutationCache({ onError: endSessionWhenUnauthorized }),
  defaultOptions: {
    // Offline, a call must fail and show it rather than wait.
    queries: {
      persister: trackCachedQueries,
      retry: shouldRetry,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

interface Page<T> {
  data: readonly T[];
}

/** The rows of all pages, each once: a row that moved to the next page between two fetches would appear twice. */
export function flattenPages<T extends { id: number }>(pages: readonly Page<T>[] = []): T[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}
