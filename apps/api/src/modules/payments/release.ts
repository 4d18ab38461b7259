import type { Context } from '../../platform/context.ts';
import { giveUnitBack } from '../packs/index.ts';
import { lockPayment, updatePayment } from './payments.queries.ts';

export interface Reason {
  state: 'failed' | 'expired';
  code?: string;
  description?: string;
}

/** Ends a hold that was not paid: the unit is back on sale at once. Nothing happens to one that is no hold any more. */
export async function release(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  paymentId: number,
  reason: Reason,
) {
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.state !== 'pending') return;
    await giveUnitBack(trx, payment.slot_id);
    await updatePayment(trx, paymentId, {
      state: reason.state,
      failure_code: reason.code ?? null,
      failure_description: reason.description ?? null,
      settled_at: clock.now(),
    });
  });
}
