import type { Reply } from '@wopack/contract/client';
import { watchStream } from './watch-stream.ts';

/** What is left of a pack in the slot on sale; no slot: it is off sale. */
export type Stock = Reply<'live'>;

interface Watching {
  onStock: (stock: Stock) => void;
  /** The stream is back after it was lost: more than quantities may have changed. */
  onBack: () => void;
}

/** Watches packs while the page is seen. Answers how to stop. */
export const watchStock = (ids: readonly number[], { onStock, onBack }: Watching): (() => void) =>
  watchStream<Stock>(
    { path: `live?products=${ids.join(',')}`, event: 'stock' },
    { onEvent: onStock, onBack },
  );
