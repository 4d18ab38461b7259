import type { Context } from '../../platform/context.ts';
import { makePartsDue, makePaymentsDue } from './refunds/refunds.queries.ts';

/** Has the provider asked again at once for what has not gone back, of one payment or of all. Answers how many. */
export const retryRefunds = ({ db, jobs }: Context, paymentId: number | null): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const payments = await makePaymentsDue(trx, paymentId);
    const parts = await makePartsDue(trx, paymentId);
    await jobs.enqueueAll(
      trx,
      'payments.refund',
      payments.map(({ id }) => ({ paymentId: id })),
    );
    await jobs.enqueueAll(
      trx,
      'payments.refund-part',
      parts.map(({ id }) => ({ partId: id })),
    );
    return payments.length + parts.length;
  });
