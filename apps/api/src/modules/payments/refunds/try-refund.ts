import { raiseAlertInTransaction } from '../../../platform/alert.ts';
import type { Context } from '../../../platform/context.ts';
import { describeError } from '../../../platform/log.ts';
import {
  lockDueRefund,
  makePartsDue,
  makePaymentsDue,
  type RefundTable,
  updateRefundAttempts,
} from './refunds.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After each refusal; from then on once a day. */
const PAUSES_MS = [
  ...[MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
];
const LAST_PAUSE_MS = 24 * HOUR_MS;

/** From so many refusals on (nearly three hours) a refund needs a person. */
const ATTEMPTS_UNTIL_STUCK = 6;

interface Refund {
  /** A payment that goes back whole, or a part of one. */
  table: RefundTable;
  id: number;
  paymentId: number;
  amountCents: number;
}

/**
 * One attempt of a refund, if one is due. Each attempt sets the time of the next one before it begins, so that jobs and
 * sweeps of all processes follow the same schedule. A refusal is recorded rather than thrown: a failed job would be
 * retried by a schedule of its own.
 */
export async function tryRefund(context: Context, refund: Refund, send: () => Promise<void>): Promise<void> {
  const attempts = await startAttempt(context, refund);
  if (attempts === null) return;
  try {
    await send();
  } catch (error) {
    await recordRefusal(context, refund, attempts, error);
  }
}

/** The number of this attempt; null when none is due. */
const startAttempt = ({ db, clock }: Context, { table, id }: Refund): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const refund = await lockDueRefund(trx, table, id, now);
    if (!refund) return null;
    const attempts = refund.refund_attempts + 1;
    await updateRefundAttempts(trx, table, id, {
      refund_attempts: attempts,
      // After the attempt of this number, counted from 1.
      refund_next_attempt_at: new Date(now.getTime() + (PAUSES_MS[attempts - 1] ?? LAST_PAUSE_MS)),
    });
    return attempts;
  });

async function recordRefusal(
  context: Context,
  { table, id, paymentId, amountCents }: Refund,
  attempts: number,
  error: unknown,
): Promise<void> {
  const { db, clock, log } = context;
  log.error({ payment_id: paymentId, amount_cents: amountCents, attempts, err: error }, 'refund refused');
  const { message } = describeError(error);
  const isNowStuck = attempts === ATTEMPTS_UNTIL_STUCK;
  await db.transaction().execute(async (trx) => {
    await updateRefundAttempts(trx, table, id, {
      refund_error: message.slice(0, 1000),
      ...(isNowStuck && { refund_stuck_at: clock.now() }),
    });
    if (!isNowStuck) return;
    const amount = (amountCents / 100).toFixed(2);
    await raiseAlertInTransaction(trx, context, 'refund', [
      `payment ${paymentId}: ${amount} EUR, refused ${attempts} times, the last time by: ${message}`,
    ]);
  });
}

/** Has the provider asked again at once for what has not gone back, of one payment or of all. Answers how many. */
export const retryRefunds = ({ db, jobs }: Context, paymentId: number | null): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const payments = await makePaymentsDue(trx, paymentId);
    const parts = await makePartsDue(trx, paymentId);
    await jobs.enqueueAll(
      trx,
      'payments.send-refund',
      payments.map(({ id }) => ({ paymentId: id })),
    );
    await jobs.enqueueAll(
      trx,
      'payments.send-partial-refund',
      parts.map(({ id }) => ({ partId: id })),
    );
    return payments.length + parts.length;
  });
