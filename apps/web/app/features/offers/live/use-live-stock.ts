import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { useLiveStream } from '../../../lib/live/use-live-stream.ts';
import { applyStock } from './apply-stock.ts';

/** The server's limit. In longer lists the last ones are in view. */
const MAX_PRODUCTS = 100;
/** Batches changes while a list grows or filters change into one stream. */
const SETTLE_MS = 300;

/** Live quantities of these products while they are shown, for signed-in users. */
export function useLiveStock(ids: readonly number[]): void {
  const queryClient = useQueryClient();
  useLiveStream({
    isEnabled: ids.length > 0,
    productIds: ids.slice(-MAX_PRODUCTS).toSorted((a, b) => a - b),
    settleMs: SETTLE_MS,
    onStock: (stock) => applyStock(queryClient, stock),
    onReconnect: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.offers });
      void queryClient.invalidateQueries({ queryKey: queryKeys.offersMap });
      void queryClient.invalidateQueries({ queryKey: queryKeys.offerDetail });
    },
  });
}
