import {
  infiniteQueryOptions,
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useCallback, useSyncExternalStore } from 'react';
import { endSession } from '../session/session.ts';

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

export const ME_KEY = ['me'] as const;

/** After a refusal: what the user may do has probably changed. */
export const refreshMe = (): void => void queryClient.invalidateQueries({ queryKey: ME_KEY });

interface Page<T> {
  data: readonly T[];
}

/** A list that is read in pages, each with the cursor of the next. */
export const pagesQuery = <P extends { next_cursor: string | null }>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage: P) => lastPage.next_cursor,
  });

/** The rows of all pages, each once: a row that moved to the next page between two fetches would appear twice. */
export function flattenPages<T extends { id: number | string }>(pages: readonly Page<T>[] = []): T[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}

/** By signal of the request: when the server gave the cached response, in milliseconds; NaN where unknown. */
const cachedRequests = new WeakMap<AbortSignal, number>();
const cachedQueries = new WeakMap<object, number>();

/** The response to this signal's request is a cached one of that time. */
export const markCachedRequest = (request: AbortSignal, answeredAt: number): void =>
  void cachedRequests.set(request, answeredAt);

/** Whether the data of a query is a cached response. */
export const isCachedQuery = (query: Query): boolean => cachedQueries.has(query);

/**
 * Wraps every query function and records which queries show a cached response. An infinite query does if any of its
 * pages is one.
 */
export async function trackCachedQueries<T, C extends { signal: AbortSignal }>(
  queryFn: (context: C) => T | Promise<T>,
  context: C,
  query: object,
): Promise<T> {
  const data = await queryFn(context);
  // Reading `context.signal` earlier would make React Query abort the request on unmount.
  const answeredAt = cachedRequests.get(context.signal);
  if (answeredAt !== undefined) cachedQueries.set(query, answeredAt);
  else cachedQueries.delete(query);
  return data;
}

/** Whether any visible data is cached. */
export const useIsCachedDataShown = (): boolean => useOverShown((queries) => queries.some(isCachedQuery));

/** When the server gave the oldest visible cached data, in milliseconds; null without any, or where unknown. */
export const useCopiesSince = (): number | null =>
  useOverShown((queries) => {
    const times = queries.flatMap((query) => cachedQueries.get(query) || []);
    return times.length > 0 ? Math.min(...times) : null;
  });

function useOverShown<T>(look: (queries: Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const getSnapshot = () => look(cache.findAll({ type: 'active' }));
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
