import type { Trx } from '../../platform/db/database.ts';

/** What stands on venues follows them, in the transaction that changes one. */
export interface SalePlaceHooks {
  /** It moved or has another name: who keeps copies of where it is brings them up to date. */
  onChanged(trx: Trx, salePlace: { id: number; hasNewTimeZone: boolean }, now: Date): Promise<void>;
  /** It closed for a while, or opened again. */
  onPaused(trx: Trx, salePlace: { id: number; onPaused: boolean }, now: Date): Promise<void>;
  /** It goes for good; refuses by throwing. */
  onRemoving(trx: Trx, id: number, now: Date): Promise<void>;
}
