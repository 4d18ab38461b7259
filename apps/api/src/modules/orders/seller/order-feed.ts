import type { Context } from '../../../platform/context.ts';
import type { LiveEventPayloads } from '../../../platform/live-events.ts';

export interface SellerOrderEvent {
  order_id: number | null;
  sale_place_id: number | null;
  news: 'sold' | 'cancelled' | 'report' | 'changed';
}

type OrderSubscriber = (news: SellerOrderEvent) => void;

/** What a reader that may have missed something has to do: look at its orders again. */
const RELOAD_EVENT: SellerOrderEvent = { order_id: null, sale_place_id: null, news: 'changed' };

/** Tells sellers who watch of their orders, one listener for all of them. */
export function createOrderFeed({ liveEvents }: Pick<Context, 'liveEvents'>) {
  const subscribers = new Map<number, Set<OrderSubscriber>>();
  let isListening = false;

  function onMessage(news: LiveEventPayloads['orders']): void {
    if (news === 'gap') {
      for (const sellerSubscribers of subscribers.values())
        for (const subscriber of sellerSubscribers) subscriber(RELOAD_EVENT);
      return;
    }
    const { seller_id: sellerId, ...event } = news;
    for (const subscriber of subscribers.get(sellerId) ?? []) subscriber(event);
  }

  /** Answers how to stop watching. */
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
