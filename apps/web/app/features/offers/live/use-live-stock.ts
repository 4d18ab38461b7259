import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { useStored } from '../../../lib/storage/storage.ts';

/** In longer lists the last ones are in view. */
const MAX_PRODUCTS = 100;
/** Batches changes while a list grows or filters change into one stream. */
const SETTLE_MS = 300;

/** Live quantities of these products while they are shown, for signed-in users. */
export function useLiveStock(ids: readonly number[]): void {
  const queryClient = useQueryClient();
  const [token] = useStored('token');
  const watchedIds = ids
    .slice(-MAX_PRODUCTS)
    .toSorted((a, b) => a - b)
    .join(',');
  useEffect(() => {
    if (!token || !watchedIds) return;
    const abortController = new AbortController();
    const startWatching = async () => {
      const [{ subscribeToStock: watchStock }, { applyStock }] = await Promise.all([
        import('../../../lib/live/subscribe-to-stream.ts'),
        import('./apply-stock.ts'),
      ]);
      if (abortController.signal.aborted) return;
      const unsubscribe = watchStock(watchedIds.split(',').map(Number), {
        onStock: (stock) => applyStock(queryClient, stock),
        onReconnect: () => {
          void queryClient.invalidateQueries({ queryKey: queryKeys.offers });
          void queryClient.invalidateQueries({ queryKey: queryKeys.offersMap });
          void queryClient.invalidateQueries({ queryKey: queryKeys.offerDetail });
        },
      });
      abortController.signal.addEventListener('abort', unsubscribe);
    };
    // Until the stream is open, quantities come with the next response.
    const timer = setTimeout(() => void startWatching().catch(() => {}), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [queryClient, token, watchedIds]);
}
