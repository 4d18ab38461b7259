import { endpoints } from '@wopack/contract';
import type { Static } from 'typebox';
import type { Context, Http } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { createStreamLimiter } from '../../../platform/http/stream-limit.ts';
import { createStockFeed } from './stock-feed.ts';

const MAX_ID = 2147483647;

type OrderChange = Static<typeof endpoints.streamOffers.events.orders>;

/** Watches the orders of a seller; answers how to stop. Handed in: offers know nothing of orders. */
export type SubscribeToOrders = (sellerId: number, onChange: (change: OrderChange) => void) => () => void;

export function liveRoutes(
  context: Context,
  { streamRoute }: Http,
  subscribeToOrders: SubscribeToOrders,
): void {
  const subscribeToStock = createStockFeed(context);
  const countStream = createStreamLimiter();
  streamRoute(endpoints.streamOffers, ({ actor, query }, send, sendEvent) => {
    const includesOrders = query.orders === 'yes';
    if (includesOrders && !actor.isSeller) throw new AppError('notAllowed');
    const releaseStream = countStream(actor.id);
    const productIds = new Set(query.products.split(',').map(Number));
    const unsubscribeFromStock = subscribeToStock(
      [...productIds].filter((id) => id <= MAX_ID),
      send,
    );
    const unsubscribeFromOrders = includesOrders
      ? subscribeToOrders(actor.id, (change) => sendEvent('orders', change))
      : undefined;
    return () => {
      unsubscribeFromStock();
      unsubscribeFromOrders?.();
      releaseStream();
    };
  });
}
