import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { raiseAlertInTransaction } from '../../../platform/observability/alert.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { lockPayment, updatePayment } from '../payments.queries.ts';
import { type PaymentProvider, RefundRefusedError } from '../providers/payment-provider.ts';
import {
  finishRefunds,
  loadRemainders,
  type OrderHooks,
  recordBankTransfer,
  recordRestoredSale,
  recordReturns,
  syncReturns,
} from './record-returns.ts';
import {
  findRefundToSend,
  insertRefund,
  listRefundsOfPayment,
  lockDueRefund,
  NO_NOTE,
  requeueRefund,
  updateRefund,
} from './refunds.queries.ts';
import { isDone } from './refunds.rules.ts';

type Scheduling = Pick<Context, 'jobs' | 'clock'>;

/**
 * Runs in the transaction that decides on the refund; a job sends it. Refunds what no other refund does. `operatorId`: who
 * decided in the console.
 */
export async function scheduleFullRefund(
  context: Scheduling,
  trx: Trx,
  paymentId: number,
  operatorId: number | null = null,
): Promise<void> {
  const { amount_cents: paymentCents } = await lockPayment(trx, paymentId);
  const refunds = await listRefundsOfPayment(trx, paymentId);
  const amountCents = refunds.reduce((rest, { amount_cents }) => rest - amount_cents, paymentCents);
  // Nothing may be left to send: of what credit and a discount paid, nothing goes back at the provider.
  const isSent = amountCents === 0 && refunds.every(({ state }) => isDone(state));
  await updatePayment(trx, paymentId, { state: isSent ? 'refunded' : 'refund_due' });
  if (amountCents > 0) await schedulePartialRefund(context, trx, paymentId, amountCents, operatorId);
}

/** Runs in the transaction that decides on the refund; a job sends it. The payment stays paid. */
export async function schedulePartialRefund(
  { jobs, clock }: Scheduling,
  trx: Trx,
  paymentId: number,
  amountCents: number,
  operatorId: number | null = null,
): Promise<void> {
  const { id } = await insertRefund(trx, {
    payment_id: paymentId,
    amount_cents: amountCents,
    created_at: clock.now(),
    changed_by: operatorId,
  });
  await jobs.enqueue(trx, 'payments.send-refund', { refundId: id });
}

/** Delay after each attempt without success; from then on once a day. */
const PAUSES_MS = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
const LAST_PAUSE_MS = DAY_MS;

/**
 * After this number of attempts (nearly three hours) the operator is alerted, and a refund that the provider refuses for
 * certain is refused.
 */
const ATTEMPTS_UNTIL_STUCK = 6;

/**
 * Makes one attempt of a refund, if one is due. Before it, the refunds that the provider has are listed: what it has
 * already, by a request whose answer was lost or on its own pages, is booked and not sent again. A failure is recorded
 * rather than thrown, because a failed job would be retried by a schedule of its own.
 */
export async function sendRefund(
  context: Context,
  provider: PaymentProvider,
  hooks: OrderHooks,
  id: number,
): Promise<void> {
  const attempt = await startAttempt(context, hooks, id);
  if (!attempt) return;
  const { attempts, paymentId, ref } = attempt;
  try {
    await syncReturns(context, provider, hooks, ref);
    const refund = await findRefundToSend(context.db, id);
    const amountCents = (await loadRemainders(context.db, paymentId)).get(id) ?? 0;
    if (refund?.state !== 'queued' || amountCents === 0) return;
    const made = await provider.refund(ref, {
      amountCents,
      // Another amount is another request. After a lost answer it is the same one.
      idempotencyKey: `refund:${refund.token}:${id}:${refund.key_number}:${amountCents}`,
      refundId: id,
    });
    await recordReturns(context, hooks, paymentId, { refunds: [made], disputes: [] });
  } catch (error) {
    const isRefused = error instanceof RefundRefusedError;
    // Often because of a refund on the provider's pages, or a dispute.
    if (isRefused)
      await syncReturns(context, provider, hooks, ref).catch((cause: unknown) =>
        context.log.warn({ payment_id: paymentId, err: cause }, 'a payment was not synced with the provider'),
      );
    await recordAttemptFailure(context, id, { attempts, paymentId, error, isRefused });
  }
}

/**
 * The number of this attempt; null when none is due. The time of the next one is set before this one begins, so that all
 * jobs and processes follow one schedule.
 */
const startAttempt = (context: Context, hooks: OrderHooks, id: number) =>
  context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const requested = await findRefundToSend(trx, id);
    if (!requested?.provider_ref || requested.state !== 'queued') return null;
    const { payment_id: paymentId, provider_ref: ref } = requested;
    const orderId = await hooks.lockOrder(trx, paymentId);
    const payment = await lockPayment(trx, paymentId);
    // A dispute that was opened before the refund was decided makes it wait.
    await finishRefunds(context, trx, hooks, { payment, orderId });
    const refund = await lockDueRefund(trx, id, now);
    if (!refund) return null;
    const attempts = refund.attempts + 1;
    await updateRefund(trx, id, {
      attempts,
      // `attempts` counts from 1.
      next_attempt_at: new Date(now.getTime() + (PAUSES_MS[attempts - 1] ?? LAST_PAUSE_MS)),
    });
    return { attempts, paymentId, ref };
  });

async function recordAttemptFailure(
  context: Context,
  id: number,
  {
    attempts,
    paymentId,
    error,
    isRefused,
  }: { attempts: number; paymentId: number; error: unknown; isRefused: boolean },
): Promise<void> {
  const { db, clock, log } = context;
  const { message } = describeError(error);
  await db.transaction().execute(async (trx) => {
    await lockPayment(trx, paymentId);
    const refund = await findRefundToSend(trx, id);
    // The provider has it, or it waits for a dispute.
    if (refund?.state !== 'queued') return;
    const amountCents = (await loadRemainders(trx, paymentId)).get(id)!;
    log.error({ payment_id: paymentId, amount_cents: amountCents, attempts, err: error }, 'refund refused');
    const isNowStuck = attempts === ATTEMPTS_UNTIL_STUCK;
    await updateRefund(trx, id, {
      error: message.slice(0, 1000),
      // The provider would repeat its refusal; a lost answer keeps the key.
      ...(isRefused && { key_number: refund.key_number + 1 }),
      ...(isRefused &&
        attempts >= ATTEMPTS_UNTIL_STUCK && { state: 'refused' as const, next_attempt_at: null }),
      ...(isNowStuck && { stuck_at: clock.now() }),
    });
    if (!isNowStuck) return;
    const amount = (amountCents / 100).toFixed(2);
    await raiseAlertInTransaction(trx, context, 'refund', [
      `payment ${paymentId}: ${amount} EUR, refused ${attempts} times, the last time by: ${message}`,
    ]);
  });
}

/** A refund that the operator decides on: the bank returned it, or the provider refuses it. Locks order and payment. */
export async function lockUnsentRefund(trx: Trx, hooks: OrderHooks, id: number) {
  const requested = await findRefundToSend(trx, id);
  if (!requested) throw new AppError('notFound');
  const orderId = await hooks.lockOrder(trx, requested.payment_id);
  const payment = await lockPayment(trx, requested.payment_id);
  const refund = (await findRefundToSend(trx, id))!;
  // Of a restored sale nothing is left to go back.
  const amountCents = (await loadRemainders(trx, payment.id)).get(id) ?? refund.amount_cents;
  return { payment, orderId, refund, amountCents };
}

export type UnsentRefund = Awaited<ReturnType<typeof lockUnsentRefund>>;

export const isUndecided = ({ refund: { state } }: UnsentRefund): boolean =>
  state === 'failed' || state === 'refused';

function assertIsUndecided(unsent: UnsentRefund): void {
  if (!isUndecided(unsent)) throw new AppError('conflict', { message: 'payments.refundNotOpen' });
}

/** The money may be on its way by a bank transfer. */
function assertNoTransfer({ refund }: UnsentRefund): void {
  if (refund.noted_reference !== null) throw new AppError('conflict', { message: 'payments.transferNoted' });
}

/**
 * Sends it to the card once more; one that waits for its next attempt is tried at once. Repeated, it changes nothing.
 */
export async function sendRefundAgain(
  { jobs }: Context,
  trx: Trx,
  unsent: UnsentRefund,
  operatorId: number,
): Promise<void> {
  const { refund } = unsent;
  if (refund.state === 'queued') {
    if (refund.next_attempt_at === null) return;
    await updateRefund(trx, refund.id, { next_attempt_at: null });
  } else {
    assertIsUndecided(unsent);
    assertNoTransfer(unsent);
    await requeueRefund(trx, refund.id);
    await updateRefund(trx, refund.id, { changed_by: operatorId });
  }
  await jobs.enqueue(trx, 'payments.send-refund', { refundId: refund.id });
}

/** The buyer is paid by bank transfer, which somebody else has to confirm. Repeated, it changes nothing. */
export async function noteTransfer(
  { clock }: Context,
  trx: Trx,
  unsent: UnsentRefund,
  { operatorId, reference }: { operatorId: number; reference: string },
): Promise<void> {
  const { refund, amountCents } = unsent;
  assertIsUndecided(unsent);
  if (refund.noted_reference === reference && refund.changed_by === operatorId) return;
  assertNoTransfer(unsent);
  await updateRefund(trx, refund.id, {
    noted_reference: reference,
    noted_cents: amountCents,
    noted_at: clock.now(),
    changed_by: operatorId,
  });
}

/** Withdrawing the own note undoes a step: whoever wrote it may write another. Withdrawing somebody else's is one. */
export async function withdrawTransfer(trx: Trx, unsent: UnsentRefund, operatorId: number): Promise<void> {
  assertIsUndecided(unsent);
  if (unsent.refund.noted_reference === null)
    throw new AppError('conflict', { message: 'payments.noTransfer' });
  const isOwnNote = unsent.refund.changed_by === operatorId;
  await updateRefund(trx, unsent.refund.id, { ...NO_NOTE, changed_by: isOwnNote ? null : operatorId });
}

/**
 * The seller is to have the money, which a bank had given the buyer and took back by a later decision: their earning is
 * booked again, with the next payout or transfer. Repeated, it changes nothing.
 */
export async function restoreRefundedOrder(
  context: Context,
  trx: Trx,
  hooks: OrderHooks,
  unsent: UnsentRefund,
  operatorId: number,
): Promise<void> {
  const { payment, orderId, refund, amountCents } = unsent;
  if (refund.state === 'restored') return;
  assertIsUndecided(unsent);
  assertNoTransfer(unsent);
  // Of a part that went back otherwise, the buyer has the rest too.
  if (orderId === null || amountCents !== refund.amount_cents)
    throw new AppError('conflict', { message: 'orders.notRestorable' });
  await recordRestoredSale(context, trx, hooks, { payment, orderId, refund, operatorId });
}

/**
 * The buyer has the money by bank transfer. `amountCents`: what was noted of it; by default what is missing. Repeated, it
 * changes nothing.
 */
export async function recordRefundByTransfer(
  context: Context,
  trx: Trx,
  hooks: OrderHooks,
  unsent: UnsentRefund,
  {
    operatorId,
    reference,
    ...transfer
  }: { operatorId: number; reference: string; amountCents?: number | null },
): Promise<void> {
  const { payment, orderId, refund } = unsent;
  if (refund.state === 'settled') return;
  assertIsUndecided(unsent);
  const amountCents = transfer.amountCents ?? unsent.amountCents;
  await updateRefund(trx, refund.id, { ...NO_NOTE, changed_by: operatorId });
  await recordBankTransfer(context, trx, payment, { refundId: refund.id, amountCents, reference });
  await finishRefunds(context, trx, hooks, { payment, orderId });
}
