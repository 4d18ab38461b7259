import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { updatePayment } from '../payments.queries.ts';

/** In the transaction that takes an order back: its money has to go back too, by a job. */
export async function scheduleFullRefund(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  paymentId: number,
): Promise<void> {
  await updatePayment(trx, paymentId, { state: 'refund_due' });
  await jobs.enqueue(trx, 'payments.refund', { paymentId });
}
