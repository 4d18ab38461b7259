import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** With the time in milliseconds at which the server gave the answer; not a number where it is not known. */
const cachedRequests = new WeakMap<AbortSignal, number>();
const cachedQueries = new WeakMap<object, number>();

/** The answer to the request of this signal was a copy of one from that time. */
export const markCachedRequest = (request: AbortSignal, answeredAt: number): void =>
  void cachedRequests.set(request, answeredAt);

/** Whether the data of a query came without a connection. */
export const isCachedQuery = (query: Query): boolean => cachedQueries.has(query);

/** Around every query: notes which of them show a copy. An infinite one does if any of its pages is one. */
export async function trackCachedQueries<T, C extends { signal: AbortSignal }>(
  queryFn: (context: C) => T | Promise<T>,
  context: C,
  query: object,
): Promise<T> {
  const data = await queryFn(context);
  // Looked at before, a signal that the query does not use would end its request with the page.
  const answeredAt = cachedRequests.get(context.signal);
  if (answeredAt !== undefined) cachedQueries.set(query, answeredAt);
  else cachedQueries.delete(query);
  return data;
}

/** Whether anything on show is a copy. */
export const useIsCachedDataShown = (): boolean => useOverShown((queries) => queries.some(isCachedQuery));

/** When the server gave the oldest of the copies on show, in milliseconds; null without any, or where none says so. */
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
