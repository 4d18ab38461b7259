import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** With the time in milliseconds at which the server gave the answer; not a number where it is not known. */
const copiedRequests = new WeakMap<AbortSignal, number>();
const copies = new WeakMap<object, number>();

/** The answer to the request of this signal was a copy of one from that time. */
export const noteCopy = (request: AbortSignal, answeredAt: number): void =>
  void copiedRequests.set(request, answeredAt);

/** Whether the data of a query came without a connection. */
export const isCopy = (query: Query): boolean => copies.has(query);

/** Around every query: notes which of them show a copy. An infinite one does if any of its pages is one. */
export async function trackCopies<T, C extends { signal: AbortSignal }>(
  queryFn: (context: C) => T | Promise<T>,
  context: C,
  query: object,
): Promise<T> {
  const data = await queryFn(context);
  // Looked at before, a signal that the query does not use would end its request with the page.
  const answeredAt = copiedRequests.get(context.signal);
  if (answeredAt !== undefined) copies.set(query, answeredAt);
  else copies.delete(query);
  return data;
}

/** Whether anything on show is a copy. */
export const useCopyShown = (): boolean => useOverShown((queries) => queries.some(isCopy));

/** When the server gave the oldest of the copies on show, in milliseconds; null without any, or where none says so. */
export const useCopiesSince = (): number | null =>
  useOverShown((queries) => {
    const times = queries.flatMap((query) => copies.get(query) || []);
    return times.length > 0 ? Math.min(...times) : null;
  });

function useOverShown<T>(look: (queries: Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(subscribe, () => look(cache.findAll({ type: 'active' })));
}
