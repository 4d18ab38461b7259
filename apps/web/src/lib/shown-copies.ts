import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

const copiedRequests = new WeakSet<AbortSignal>();
const copies = new WeakSet<object>();

/** The answer to the request of this signal was a copy. */
export const noteCopy = (request: AbortSignal): void => void copiedRequests.add(request);

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
  if (copiedRequests.has(context.signal)) copies.add(query);
  else copies.delete(query);
  return data;
}

/** Whether anything on show is a copy. */
export function useCopyShown(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(subscribe, () => cache.findAll({ type: 'active' }).some(isCopy));
}
