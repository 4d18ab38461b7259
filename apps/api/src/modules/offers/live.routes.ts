import { endpoints } from '@wopack/contract';
import type { Static } from 'typebox';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createStreamLimiter } from '../../platform/http/stream-limit.ts';
import { liveStock } from './live-stock.ts';

const LARGEST_ID = 2147483647;

type OrderChange = Static<typeof endpoints.streamOffers.events.orders>;

/** Watches the orders of a seller; answers how to stop. Handed in: offers know nothing of orders. */
export type WatchOrders = (sellerId: number, onChange: (change: OrderChange) => void) => () => void;

export function liveRoutes(context: Context, { streamRoute }: Http, watchOrders: WatchOrders): void {
  const watchStock = liveStock(context);
  const count = createStreamLimiter();
  streamRoute(endpoints.streamOffers, ({ actor, query }, send, sendEvent) => {
    const withOrders = query.orders === 'yes';
    if (withOrders && !actor.isOwner) throw new AppError('notAllowed');
    const uncount = count(actor.id);
    const ids = new Set(query.products.split(',').map(Number));
    const stopStock = watchStock(
      [...ids].filter((id) => id <= LARGEST_ID),
      send,
    );
    const stopOrders = withOrders
      ? watchOrders(actor.id, (change) => sendEvent('orders', change))
      : undefined;
    return () => {
      stopStock();
      stopOrders?.();
      uncount();
    };
  });
}
