import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { endSession } from '../session/session.ts';
import { trackCachedQueries } from './cached-queries.ts';

const endSessionWhenUnauthorized = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) endSession();
};

/** One more try when no answer came or the server failed; never after a refusal. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

// Else an app that was opened offline would not notice when the connection comes.
onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionWhenUnauthorized }),
  mutationCache: new MutationCache({ onError: endSessionWhenUnauthorized }),
  defaultOptions: {
    // Offline, a call shall fail and say so, rather than wait unseen.
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
