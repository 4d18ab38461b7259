import type { Context } from '../../../platform/context.ts';
import type { LiveEventPayloads } from '../../../platform/live-events.ts';

/** As the event stream sends it. */
export interface SellerOrderEvent {
  order_id: number | null;
  sale_place_id: number | null;
  news: 'sold' | 'cancelled' | 'report' | 'changed';
}

type OrderSubscriber = (event: SellerOrderEvent) => void;

/** Makes a subscriber that may have missed events reload its orders. */
const RELOAD_EVENT: SellerOrderEvent = { order_id: null, sale_place_id: null, news: 'changed' };

/** Passes changes of orders to the sellers who watch them, with one listener for all. */
export function createOrderFeed({ liveEvents }: Pick<Context, 'liveEvents'>) {
  const subscribers = new Map<number, Set<OrderSubscriber>>();
  let isListening = false;

  function onMessage(message: LiveEventPayloads['orders']): void {
    if (message === 'gap') {
      for (const sellerSubscribers of subscribers.values())
        for (const subscriber of sellerSubscribers) subscriber(RELOAD_EVENT);
      return;
    }
    const { seller_id: sellerId, change, ...order } = message;
    for (const subscriber of subscribers.get(sellerId) ?? []) subscriber({ ...order, news: change });
  }

  /** Returns a function that unsubscribes. */
  return function watch(sellerId: number, subscriber: OrderSubscriber): () => void {
    if (!isListening) liveEvents.subscribe('orders', onMessage);
    isListening = true;
    const sellerSubscribers = subscribers.get(sellerId) ?? new Set();
    subscribers.set(sellerId, sellerSubscribers.add(subscriber));
    subscriber(RELOAD_EVENT);
    return () => {
      sellerSubscribers.delete(subscriber);
      if (sellerSubscribers.size === 0) subscribers.delete(sellerId);
    };
  };
}
