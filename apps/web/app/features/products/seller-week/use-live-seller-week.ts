import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStored } from '../../../lib/storage/storage.ts';
import { isStockChanged, type SellerWeek } from './seller-week-cache.ts';

/** The server tells of a hundred packs at once. */
const MAX_PRODUCTS = 100;

/** Asks for the week anew when something of its packs is bought, held or let go. */
export function useLiveSellerWeek(week: SellerWeek | undefined): void {
  const queryClient = useQueryClient();
  const [token] = useStored('token');
  const ids = (week?.packs ?? [])
    .slice(0, MAX_PRODUCTS)
    .map(({ id }) => id)
    .join(',');
  useEffect(() => {
    if (!token || !ids) return;
    const abortController = new AbortController();
    const invalidateWeek = () => void queryClient.invalidateQueries({ queryKey: ['seller', 'week'] });
    const startWatching = async () => {
      const { subscribeToStock: watchStock } = await import('../../../lib/live/subscribe-to-stock.ts');
      if (abortController.signal.aborted) return;
      const unsubscribe = watchStock(ids.split(',').map(Number), {
        onStock: (stock) => {
          const cachedWeeks = queryClient.getQueriesData<SellerWeek>({ queryKey: ['seller', 'week'] });
          if (cachedWeeks.some(([, data]) => data && isStockChanged(data, stock))) invalidateWeek();
        },
        onReconnect: invalidateWeek,
      });
      abortController.signal.addEventListener('abort', unsubscribe);
    };
    // What does not come by itself comes with the next answer.
    startWatching().catch(() => {});
    return () => abortController.abort();
  }, [queryClient, token, ids]);
}
