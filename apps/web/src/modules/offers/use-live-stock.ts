import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStored } from '../../lib/storage.ts';

/** Of a list that is longer, those that came last are where the person is. */
const MOST = 100;
/** While a list grows or filters change, one stream is asked for, not ten. */
const SETTLE_MS = 300;

/** Keeps quantities of these packs up to date while they are shown, for whoever is signed in. */
export function useLiveStock(ids: readonly number[]): void {
  const client = useQueryClient();
  const [token] = useStored('token');
  const wanted = ids
    .slice(-MOST)
    .toSorted((a, b) => a - b)
    .join(',');
  useEffect(() => {
    if (!token || !wanted) return;
    const over = new AbortController();
    const open = async () => {
      const [{ watchStock }, { applyStock }] = await Promise.all([
        import('../../lib/live/watch-stock.ts'),
        import('./apply-stock.ts'),
      ]);
      if (over.signal.aborted) return;
      const stop = watchStock(wanted.split(',').map(Number), {
        onStock: (stock) => applyStock(client, stock),
        onBack: () => {
          void client.invalidateQueries({ queryKey: ['offers'] });
          void client.invalidateQueries({ queryKey: ['offers-map'] });
          void client.invalidateQueries({ queryKey: ['offer'] });
        },
      });
      over.signal.addEventListener('abort', stop);
    };
    // Quantities that do not come by themselves come with the next answer.
    const timer = setTimeout(() => void open().catch(() => {}), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [client, token, wanted]);
}
