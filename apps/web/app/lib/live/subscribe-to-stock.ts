import { type Stock, subscribeToStream } from './subscribe-to-stream.ts';

export type { Stock };

interface StockSubscriptionOptions {
  onStock: (stock: Stock) => void;
  /** The stream was lost and is open again: more than quantities may have changed. */
  onReconnect: () => void;
}

/** Subscribes to products while the page is visible. Returns the unsubscribe function. */
export const subscribeToStock = (
  productIds: readonly number[],
  options: StockSubscriptionOptions,
): (() => void) => subscribeToStream({ productIds, ...options });
