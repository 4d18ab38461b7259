import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes cached data now, and again after each fetch that is under way: it began before the change, so that what it
 * brings may be from before it.
 */
export function changeCached(
  queryClient: QueryClient,
  queryKeys: readonly QueryKey[],
  change: () => void,
): void {
  const cache = queryClient.getQueryCache();
  const fetching = new Set<Query>(
    queryKeys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: 'fetching' })),
  );
  change();
  if (fetching.size === 0) return;
  const stop = cache.subscribe((event) => {
    if (!fetching.has(event.query)) return;
    const hasArrived = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    const hasEnded = event.type === 'removed' || event.query.state.fetchStatus === 'idle';
    if (hasArrived || hasEnded) fetching.delete(event.query);
    if (fetching.size === 0) stop();
    if (hasArrived) change();
  });
}
