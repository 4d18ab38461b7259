import { type Stock, watchStream } from './watch-stream.ts';

export type { Stock };

interface Watching {
  onStock: (stock: Stock) => void;
  /** The stream is back after it was lost: more than quantities may have changed. */
  onBack: () => void;
}

/** Watches packs while the page is seen. Answers how to stop. */
export const watchStock = (products: readonly number[], watching: Watching): (() => void) =>
  watchStream({ products, ...watching });
