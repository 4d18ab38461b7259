import type { Context } from '../../platform/context.ts';
import type { News } from '../../platform/live-events.ts';

export interface SellersNews {
  order_id: number | null;
  sale_place_id: number | null;
  news: 'sold' | 'cancelled' | 'report' | 'changed';
}

type Watcher = (news: SellersNews) => void;

/** What a reader that may have missed something has to do: look at its orders again. */
const anything: SellersNews = { order_id: null, sale_place_id: null, news: 'changed' };

/** Tells sellers who watch of their orders, one listener for all of them. */
export function liveOrders({ live }: Pick<Context, 'live'>) {
  const watchers = new Map<number, Set<Watcher>>();
  let listening = false;

  function hear(news: News['orders']): void {
    if (news === 'gap') {
      for (const those of watchers.values()) for (const watcher of those) watcher(anything);
      return;
    }
    const { seller_id: sellerId, ...told } = news;
    for (const watcher of watchers.get(sellerId) ?? []) watcher(told);
  }

  /** Answers how to stop watching. */
  return function watch(sellerId: number, watcher: Watcher): () => void {
    if (!listening) live.listen('orders', hear);
    listening = true;
    const those = watchers.get(sellerId) ?? new Set();
    watchers.set(sellerId, those.add(watcher));
    watcher(anything);
    return () => {
      those.delete(watcher);
      if (those.size === 0) watchers.delete(sellerId);
    };
  };
}
