import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { raiseAlertInTransaction } from '../../../platform/observability/alert.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { postTransaction } from '../../ledger/index.ts';
import { lockPayment, updatePayment } from '../payments.queries.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import {
  findPaymentToRefund,
  findUnsentPartialRefund,
  insertPartialRefund,
  lockDueRefund,
  makePartialRefundsDue,
  makePaymentsDue,
  markPartialRefundSent,
  type RefundTable,
  updateRefundAttempts,
} from './refunds.queries.ts';

/** Runs in the transaction that decides on the refund; a job sends it. */
export async function scheduleFullRefund(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  paymentId: number,
): Promise<void> {
  await updatePayment(trx, paymentId, { state: 'refund_due' });
  await jobs.enqueue(trx, 'payments.send-refund', { paymentId });
}

/** Refunds the rest of a payment and posts it once. */
export async function sendFullRefund(context: Context, provider: PaymentProvider, paymentId: number) {
  const { db, clock } = context;
  const payment = await findPaymentToRefund(db, paymentId);
  if (payment?.state !== 'refund_due' || !payment.provider_ref) return;
  // No partial refund can be added any more, so the rest is the same at every attempt.
  const amountCents = payment.amount_cents - payment.parts_cents;
  const { provider_ref: ref } = payment;
  await tryRefund(context, { table: 'payments', id: paymentId, paymentId, amountCents }, async () => {
    await provider.refund(ref, { amountCents, idempotencyKey: `refund:${payment.token}` });
    await db.transaction().execute(async (trx) => {
      if ((await lockPayment(trx, paymentId)).state !== 'refund_due') return;
      await updatePayment(trx, paymentId, { state: 'refunded' });
      await postTransaction(trx, {
        kind: 'refund',
        paymentId,
        entries: [
          { account: { kind: 'buyer', userId: payment.user_id }, amountCents },
          { account: { kind: 'provider' }, amountCents: -amountCents },
        ],
        now: clock.now(),
      });
    });
  });
}

/** Runs in the transaction that decides on the refund; a job sends it. The payment stays paid. */
export async function schedulePartialRefund(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  paymentId: number,
  amountCents: number,
): Promise<void> {
  const partialRefund = {
    payment_id: paymentId,
    amount_cents: amountCents,
    created_at: clock.now(),
    sent_at: null,
  };
  const { id } = await insertPartialRefund(trx, partialRefund);
  await jobs.enqueue(trx, 'payments.send-partial-refund', { partId: id });
}

/** Sends a partial refund and posts it once. */
export async function sendPartialRefund(
  context: Context,
  provider: PaymentProvider,
  id: number,
): Promise<void> {
  const { db, clock } = context;
  const partialRefund = await findUnsentPartialRefund(db, id);
  if (!partialRefund?.provider_ref) return;
  const { payment_id: paymentId, provider_ref: ref, amount_cents: amountCents } = partialRefund;
  await tryRefund(context, { table: 'partial_refunds', id, paymentId, amountCents }, async () => {
    await provider.refund(ref, { amountCents, idempotencyKey: `refund:${partialRefund.token}:${id}` });
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await markPartialRefundSent(trx, id, now))) return;
      await postTransaction(trx, {
        kind: 'refund',
        paymentId,
        partialRefundId: id,
        entries: [
          { account: { kind: 'buyer', userId: partialRefund.user_id }, amountCents },
          { account: { kind: 'provider' }, amountCents: -amountCents },
        ],
        now,
      });
    });
  });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delay after each refusal; from then on once a day. */
const PAUSES_MS = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
const LAST_PAUSE_MS = 24 * HOUR_MS;

/** After this number of refusals (nearly three hours) the operator is alerted. */
const ATTEMPTS_UNTIL_STUCK = 6;

interface Refund {
  /** `payments` for a full refund. */
  table: RefundTable;
  id: number;
  paymentId: number;
  amountCents: number;
}

/**
 * Makes one attempt of a refund, if one is due. The time of the next attempt is set before this one begins, so that all
 * jobs and processes follow one schedule. A refusal is recorded rather than thrown, because a failed job would be
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
      // `attempts` counts from 1.
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

/** Makes the outstanding refunds of one payment or of all due at once. Returns their number. */
export const retryRefunds = ({ db, jobs }: Context, paymentId: number | null): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const payments = await makePaymentsDue(trx, paymentId);
    const parts = await makePartialRefundsDue(trx, paymentId);
    await jobs.enqueueAll(
      trx,
      'payments.send-refund',
      payments.map(({ id }) => ({ data: { paymentId: id } })),
    );
    await jobs.enqueueAll(
      trx,
      'payments.send-partial-refund',
      parts.map(({ id }) => ({ data: { partId: id } })),
    );
    return payments.length + parts.length;
  });
