import type { Trx } from '../../platform/db/database.ts';

/** Called in the transaction that changes a sale place, so that dependent rows change with it. */
export interface SalePlaceHooks {
  /** Name or position changed: denormalised copies have to be updated. */
  onChanged(trx: Trx, salePlace: { id: number; hasNewTimeZone: boolean }, now: Date): Promise<void>;
  /** Paused or resumed. */
  onPaused(trx: Trx, salePlace: { id: number; isPaused: boolean }, now: Date): Promise<void>;
  /** Removed for good; throws to refuse. */
  onRemoving(trx: Trx, id: number, now: Date): Promise<void>;
}
