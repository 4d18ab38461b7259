import { type Stock, subscribeToStream } from './subscribe-to-stream.ts';

export type { Stock };

interface StockSubscriptionOptions {
  onStock: (stock: Stock) => void;
  /** The stream is back after it was lost: more than quantities may have changed. */
  onReconnect: () => void;
}

/** Watches packs while the page is seen. Answers how to stop. */
export const subscribeToStock = (
  productIds: readonly number[],
  options: StockSubscriptionOptions,
): (() => void) => subscribeToStream({ productIds, ...options });
