import type { Trx } from '../../platform/db/database.ts';

/** What stands on venues follows them, in the transaction that changes one. */
export interface PlaceHooks {
  /** It moved or has another name: who keeps copies of where it is brings them up to date. */
  changed(trx: Trx, place: { id: number; newTimeZone: boolean }, now: Date): Promise<void>;
  /** It closed for a while, or opened again. */
  paused(trx: Trx, place: { id: number; paused: boolean }, now: Date): Promise<void>;
  /** It goes for good; refuses by throwing. */
  removing(trx: Trx, id: number, now: Date): Promise<void>;
}
