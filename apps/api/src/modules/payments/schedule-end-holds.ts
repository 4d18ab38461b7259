import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';

/** In the transaction that closes a slot: who is paying for a pack of it need not go on. */
export const scheduleEndHolds = ({ jobs }: Pick<Context, 'jobs'>, trx: Trx, slotId: number): Promise<void> =>
  jobs.enqueue(trx, 'payments.end-holds', { slotId });
