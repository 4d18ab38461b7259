import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStored } from '../../../lib/storage.ts';
import { isNews, type Week } from './week-cache.ts';

/** The server tells of a hundred packs at once. */
const MOST = 100;

/** Asks for the week anew when something of its packs is bought, held or let go. */
export function useLiveWeek(week: Week | undefined): void {
  const client = useQueryClient();
  const [token] = useStored('token');
  const ids = (week?.packs ?? [])
    .slice(0, MOST)
    .map(({ id }) => id)
    .join(',');
  useEffect(() => {
    if (!token || !ids) return;
    const over = new AbortController();
    const again = () => void client.invalidateQueries({ queryKey: ['seller', 'week'] });
    const open = async () => {
      const { watchStock } = await import('../../../lib/live/watch-stock.ts');
      if (over.signal.aborted) return;
      const stop = watchStock(ids.split(',').map(Number), {
        onStock: (stock) => {
          const shown = client.getQueriesData<Week>({ queryKey: ['seller', 'week'] });
          if (shown.some(([, data]) => data && isNews(data, stock))) again();
        },
        onBack: again,
      });
      over.signal.addEventListener('abort', stop);
    };
    // What does not come by itself comes with the next answer.
    open().catch(() => {});
    return () => over.abort();
  }, [client, token, ids]);
}
