import { closedDisputeStatuses, type RefundState } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { raiseAlertInTransaction } from '../../../platform/observability/alert.ts';
import { holdEarning, postTransaction, releaseEarning } from '../../ledger/index.ts';
import {
  listPaymentsByRefs,
  lockPayment,
  type Payment,
  SETTLED_STATES,
  updatePayment,
} from '../payments.queries.ts';
import type { Dispute, PaymentProvider, ProviderRefund, Returns } from '../providers/payment-provider.ts';
import {
  insertDispute,
  insertTransfer,
  listDisputesOfPayment,
  listRefundsOfPayment,
  listTransfersOfPayment,
  lockDispute,
  NO_NOTE,
  type RefundRow,
  type TransferRow,
  updateDispute,
  updateRefund,
  updateTransfer,
} from './refunds.queries.ts';
import {
  assignTransfer,
  computeRemainders,
  DISPUTE_REVERSED,
  getDisputeStage,
  getReturnedCents,
  isDone,
  isInForce,
  isLaterStatus,
  planLostDispute,
  planStates,
} from './refunds.rules.ts';

/** Who gave money back without being asked by us: somebody on the provider's pages, or the cardholder's bank. */
export type ReturnedBy = 'provider' | 'bank';

/** `reversed`: it was lost, and a later decision was for WoPack. */
export type DisputeNews = 'opened' | 'won' | 'lost' | 'reversed';

/** What a module above this one does when money of an order goes back. */
export interface OrderHooks {
  /** Locks the order of a payment, before the payment is; null: there is none. */
  lockOrder(trx: Trx, paymentId: number): Promise<number | null>;
  /** The buyer has this much more of the order: reverses the sale as far, and schedules a refund of it. */
  bookReturned(
    trx: Trx,
    returned: { orderId: number; amountCents: number; returnedBy: ReturnedBy },
  ): Promise<void>;
  /**
   * A bank took back what it had given the buyer, and the seller is to have it: the sale stands again, as far as it was
   * reversed. Throws where the refund was decided by somebody else, or other refunds followed.
   */
  restoreOrder(trx: Trx, restored: { orderId: number; cardCents: number }): Promise<void>;
  /** Notes that so much more of an order's earning is at the provider for the business; less when negative. */
  addTransferredCents(trx: Trx, transferred: { orderId: number; cents: number }): Promise<void>;
  notifyOfDispute(trx: Trx, dispute: { orderId: number; news: DisputeNews }): Promise<void>;
  /** The buyer waits for money that the bank sent back, or has it by another way. */
  notifyOfRefund(
    trx: Trx,
    refund: {
      paymentId: number;
      orderId: number | null;
      amountCents: number;
      news: 'failed' | 'settled';
      /** Why it failed, in the provider's terms. */
      failure?: string | null;
    },
  ): Promise<void>;
}

const isClosed = (status: string): boolean => closedDisputeStatuses.includes(status);

interface RefundRecords {
  refunds: RefundRow[];
  transfers: TransferRow[];
}

const loadRecords = async (db: DbOrTrx, paymentId: number): Promise<RefundRecords> => ({
  refunds: await listRefundsOfPayment(db, paymentId),
  transfers: await listTransfersOfPayment(db, paymentId),
});

const toFacts = ({ refunds, transfers }: RefundRecords) =>
  [
    refunds.map(({ id, amount_cents: amountCents, state }) => ({ id, amountCents, state })),
    transfers.map(({ refund_id: refundId, way, amount_cents: amountCents, status }) => ({
      refundId,
      way,
      amountCents,
      status,
    })),
  ] as const;

/** What of each refund of a payment is not back yet, by its id. */
export const loadRemainders = async (db: DbOrTrx, paymentId: number): Promise<Map<number, number>> =>
  computeRemainders(...toFacts(await loadRecords(db, paymentId)));

/** Asks the provider for all refunds and disputes of a payment, and records them. */
export async function syncReturns(
  context: Context,
  provider: PaymentProvider,
  hooks: OrderHooks,
  paymentRef: string,
): Promise<void> {
  const [payment] = await listPaymentsByRefs(context.db, [paymentRef]);
  // Of another shop on the same account.
  if (!payment || payment.provider !== provider.name) return;
  const requestedAt = context.clock.now();
  await recordReturns(context, hooks, payment.id, { requestedAt, ...(await provider.returnsOf(paymentRef)) });
}

/** Records refunds and disputes of any payments, as the provider lists them. */
export async function recordListedReturns(
  context: Context,
  hooks: OrderHooks,
  { refunds, disputes, requestedAt }: Returns,
): Promise<void> {
  const refs = [...new Set([...refunds, ...disputes].map(({ paymentRef }) => paymentRef))].filter(Boolean);
  const refundsByRef = Map.groupBy(refunds, ({ paymentRef }) => paymentRef);
  const disputesByRef = Map.groupBy(disputes, ({ paymentRef }) => paymentRef);
  const errors: unknown[] = [];
  for (const { id, provider_ref: ref } of await listPaymentsByRefs(context.db, refs)) {
    const returns = {
      refunds: refundsByRef.get(ref!) ?? [],
      disputes: disputesByRef.get(ref!) ?? [],
      ...(requestedAt && { requestedAt }),
    };
    // One that cannot be booked must not delay the others.
    try {
      if (await hasNews(context.db, id, returns)) await recordReturns(context, hooks, id, returns);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some refunds or disputes could not be booked');
}

async function hasNews(db: DbOrTrx, paymentId: number, { refunds, disputes }: Returns): Promise<boolean> {
  const transfers = await listTransfersOfPayment(db, paymentId);
  const recorded = await listDisputesOfPayment(db, paymentId);
  return (
    refunds.some(({ ref, status }) => {
      const transfer = transfers.find(({ way, reference }) => way === 'provider' && reference === ref);
      return transfer?.status !== status;
    }) ||
    disputes.some((dispute) => {
      const row = recorded.find(({ provider_ref }) => provider_ref === dispute.ref);
      return row?.status !== dispute.status || row.withdrawn_cents !== dispute.withdrawnCents;
    })
  );
}

/**
 * Records what went back of a payment, in one transaction: each refund and dispute that the provider has, whoever made it, and
 * what follows for refunds, order and payout. What is reported twice, late or out of order changes nothing.
 */
export const recordReturns = (
  context: Context,
  hooks: OrderHooks,
  paymentId: number,
  returns: Returns,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const orderId = await hooks.lockOrder(trx, paymentId);
    const payment = await lockPayment(trx, paymentId);
    // Paid, but not settled yet: the next listing finds it.
    if (!SETTLED_STATES.includes(payment.state)) return;
    const failedIds = new Set<number>();
    for (const refund of returns.refunds)
      await recordRefund(context, trx, hooks, { payment, orderId, refund, failedIds });
    const lostRefs = new Set<string>();
    for (const dispute of returns.disputes)
      if (
        await recordDispute(context, trx, hooks, {
          payment,
          orderId,
          dispute,
          requestedAt: returns.requestedAt,
        })
      )
        lostRefs.add(dispute.ref);
    await takeBackReversed(context, trx, payment, failedIds);
    await settleLostDisputes(context, trx, hooks, { payment, orderId, lostRefs });
    await finishRefunds(context, trx, hooks, { payment, orderId, failedIds });
  });

interface Subject {
  payment: Payment;
  orderId: number | null;
}

/** One refund of the provider: inserted or updated, and posted. */
async function recordRefund(
  { clock }: Context,
  trx: Trx,
  hooks: OrderHooks,
  { payment, orderId, refund, failedIds }: Subject & { refund: ProviderRefund; failedIds: Set<number> },
): Promise<void> {
  const now = clock.now();
  const records = await loadRecords(trx, payment.id);
  const { amountCents, status, failure } = refund;
  const recordedTransfer = records.transfers.find(
    ({ way, reference }) => way === 'provider' && reference === refund.ref,
  );
  if (recordedTransfer) {
    const isNews = isLaterStatus(status, recordedTransfer.status);
    await updateTransfer(trx, recordedTransfer.id, {
      checked_at: now,
      ...(isNews && { status, failure }),
    });
    if (isNews && status === 'failed') failedIds.add(recordedTransfer.refund_id);
    await postTransfer(
      trx,
      payment,
      { ...recordedTransfer, status: isNews ? status : recordedTransfer.status },
      now,
    );
    return;
  }
  const refundId =
    records.refunds.find(({ id }) => id === refund.refundId)?.id ??
    (await findRefundOf(trx, hooks, records, { payment, orderId, amountCents, status }));
  // Made and returned on the provider's pages, or of a payment without an order that is all back: nothing follows.
  if (refundId === null) return;
  const { id } = await insertTransfer(trx, {
    refund_id: refundId,
    payment_id: payment.id,
    way: 'provider',
    reference: refund.ref,
    amount_cents: amountCents,
    status,
    failure,
    created_at: refund.createdAt,
    checked_at: now,
  });
  if (status === 'failed') failedIds.add(refundId);
  await postTransfer(
    trx,
    payment,
    { id, way: 'provider', amount_cents: amountCents, status, booked_cents: 0, posting_count: 0 },
    now,
  );
}

/** The refund that a transfer without our number belongs to; an additional one reverses the order as far. */
async function findRefundOf(
  trx: Trx,
  hooks: OrderHooks,
  records: RefundRecords,
  {
    payment,
    orderId,
    amountCents,
    status,
  }: Subject & { amountCents: number; status: ProviderRefund['status'] },
): Promise<number | null> {
  if (status === 'failed') return null;
  const assignedId = assignTransfer(...toFacts(records), { amountCents, paymentCents: payment.amount_cents });
  if (assignedId !== null || orderId === null) return assignedId;
  await hooks.bookReturned(trx, { orderId, amountCents, returnedBy: 'provider' });
  return (await listRefundsOfPayment(trx, payment.id)).at(-1)!.id;
}

const COUNTERPARTS = { provider: 'provider', dispute: 'disputes', bank: 'bank' } as const;

/** Posts what of a transfer is not posted yet, or takes it back when the transfer failed. */
async function postTransfer(
  trx: Trx,
  { id: paymentId, user_id: userId }: Pick<Payment, 'id' | 'user_id'>,
  transfer: Pick<TransferRow, 'id' | 'way' | 'amount_cents' | 'status' | 'booked_cents' | 'posting_count'>,
  now: Date,
): Promise<void> {
  const bookedCents = isInForce(transfer) ? transfer.amount_cents : 0;
  const differenceCents = bookedCents - transfer.booked_cents;
  if (differenceCents === 0) return;
  const postingNumber = transfer.posting_count + 1;
  await postTransaction(trx, {
    kind: differenceCents > 0 ? 'refund' : 'refund_failed',
    paymentId,
    refundTransferId: transfer.id,
    refundPostingNumber: postingNumber,
    entries: [
      { account: { kind: 'buyer', userId }, amountCents: differenceCents },
      { account: { kind: COUNTERPARTS[transfer.way] }, amountCents: -differenceCents },
    ],
    now,
  });
  await updateTransfer(trx, transfer.id, { booked_cents: bookedCents, posting_count: postingNumber });
}

/** One dispute: recorded, and what was withdrawn or returned posted. Returns whether more is lost since just now. */
async function recordDispute(
  context: Context,
  trx: Trx,
  hooks: OrderHooks,
  { payment, orderId, dispute, requestedAt }: Subject & { dispute: Dispute; requestedAt: Date | undefined },
): Promise<boolean> {
  const now = context.clock.now();
  const checkedAt = requestedAt ?? now;
  const { ref, amountCents, reason, status, respondBy, withdrawnCents, isRefundable } = dispute;
  const isNew = await insertDispute(trx, {
    payment_id: payment.id,
    provider_ref: ref,
    amount_cents: amountCents,
    reason,
    status,
    respond_by: respondBy,
    is_refundable: isRefundable,
    opened_at: dispute.openedAt,
    checked_at: checkedAt,
  });
  if (isNew) await raiseAlertInTransaction(trx, context, 'dispute', [formatDispute(ref, dispute)]);
  const before = await lockDispute(trx, ref);
  // An answer that was asked for before what is recorded, and took longer: banks decide anew, so that it may say anything.
  if (requestedAt && requestedAt < before.checked_at) return false;
  const isLate =
    getDisputeStage({ isClosed: isClosed(status), status, withdrawnCents }) <
    getDisputeStage({
      isClosed: isClosed(before.status) && !isNew,
      status: before.status,
      withdrawnCents: before.withdrawn_cents,
    });
  // Banks decide anew, and open again what was decided: so it is if the provider was asked after what is recorded.
  const isReopened = isClosed(before.status) && requestedAt !== undefined && requestedAt > before.checked_at;
  if (isLate && !isReopened) return false;
  const withdrawnNow = withdrawnCents - before.withdrawn_cents;
  const postingNumber = before.posting_count + (withdrawnNow === 0 ? 0 : 1);
  if (withdrawnNow !== 0)
    await postTransaction(trx, {
      kind: 'dispute',
      paymentId: payment.id,
      disputeId: before.id,
      disputePostingNumber: postingNumber,
      entries: [
        { account: { kind: 'disputes' }, amountCents: withdrawnNow },
        { account: { kind: 'provider' }, amountCents: -withdrawnNow },
      ],
      now,
    });
  await updateDispute(trx, before.id, {
    amount_cents: amountCents,
    reason,
    status,
    respond_by: respondBy,
    is_refundable: isRefundable,
    withdrawn_cents: withdrawnCents,
    posting_count: postingNumber,
    checked_at: checkedAt,
  });
  const { transfers } = await loadRecords(trx, payment.id);
  const wasReturned = transfers.some(
    (transfer) => transfer.way === 'dispute' && transfer.reference === ref && isInForce(transfer),
  );
  const news = getDisputeNews({ before: isNew ? null : before.status, status, wasReturned });
  if (news && orderId !== null) await hooks.notifyOfDispute(trx, { orderId, news });
  // The money may be withdrawn after the dispute is reported lost.
  return status === 'lost' && (isNew || before.status !== 'lost' || withdrawnNow > 0);
}

/** `before`: the status that is recorded; null: none is. */
function getDisputeNews({
  before,
  status,
  wasReturned,
}: {
  before: string | null;
  status: string;
  wasReturned: boolean;
}): DisputeNews | null {
  const wasLost = before === 'lost';
  const wasWon = before !== null && !wasLost && isClosed(before);
  if (!isClosed(status)) return before === null || wasWon ? 'opened' : null;
  if (status === 'lost') return wasLost ? null : 'lost';
  if (wasReturned) return 'reversed';
  // One that was over before anybody was told of it needs no words.
  return before !== null && !isClosed(before) ? 'won' : null;
}

/** What a bank had given back and took back again by a later decision is owed to the buyer, until the operator decides. */
async function takeBackReversed(
  { clock }: Context,
  trx: Trx,
  payment: Payment,
  failedIds: Set<number>,
): Promise<void> {
  const now = clock.now();
  const { transfers } = await loadRecords(trx, payment.id);
  for (const dispute of await listDisputesOfPayment(trx, payment.id)) {
    const { provider_ref: ref, status, withdrawn_cents: withdrawnCents } = dispute;
    const returned = transfers.find(
      (transfer) => transfer.way === 'dispute' && transfer.reference === ref && isInForce(transfer),
    );
    if (!returned) continue;
    const facts = { status, isClosed: isClosed(status), withdrawnCents };
    const leftCents = getReturnedCents(facts, returned.amount_cents);
    if (leftCents === returned.amount_cents) continue;
    const changed =
      leftCents > 0
        ? { ...returned, amount_cents: leftCents }
        : { ...returned, status: 'failed' as const, failure: DISPUTE_REVERSED };
    await updateTransfer(trx, returned.id, {
      amount_cents: changed.amount_cents,
      status: changed.status,
      failure: changed.failure,
      checked_at: now,
    });
    await postTransfer(trx, payment, changed, now);
    failedIds.add(returned.refund_id);
  }
}

/**
 * What banks gave buyers back counts as refunds, once: also for a refund that came back after the dispute was lost. Only a
 * dispute that is lost just now reverses the order.
 */
async function settleLostDisputes(
  { clock }: Context,
  trx: Trx,
  hooks: OrderHooks,
  { payment, orderId, lostRefs }: Subject & { lostRefs: ReadonlySet<string> },
): Promise<void> {
  const now = clock.now();
  for (const dispute of await listDisputesOfPayment(trx, payment.id)) {
    if (dispute.status !== 'lost') continue;
    const ref = dispute.provider_ref;
    let records = await loadRecords(trx, payment.id);
    const settled = records.transfers.find(({ way, reference }) => way === 'dispute' && reference === ref);
    const settledCents = settled && isInForce(settled) ? settled.amount_cents : 0;
    const lostCents = dispute.withdrawn_cents - settledCents;
    if (lostCents <= 0) continue;
    const [refunds, transfers] = toFacts(records);
    const plan = planLostDispute({ lostCents, refunds, transfers, paymentCents: payment.amount_cents });
    const additionalCents = lostRefs.has(ref) && orderId !== null ? plan.additionalCents : 0;
    if (additionalCents > 0) {
      await hooks.bookReturned(trx, { orderId: orderId!, amountCents: additionalCents, returnedBy: 'bank' });
      records = await loadRecords(trx, payment.id);
    }
    const amountCents = plan.coveredCents + additionalCents;
    if (amountCents === 0) continue;
    const remainders = computeRemainders(...toFacts(records));
    const largest = records.refunds.toSorted((a, b) => remainders.get(b.id)! - remainders.get(a.id)!)[0]!;
    if (settled) {
      const isOfRestored = records.refunds.every(({ id }) => id !== settled.refund_id);
      const change = {
        ...(isOfRestored && { refund_id: largest.id }),
        amount_cents: settledCents + amountCents,
        status: 'succeeded' as const,
        failure: null,
      };
      const total = { ...settled, ...change };
      await updateTransfer(trx, settled.id, { ...change, checked_at: now });
      await postTransfer(trx, payment, total, now);
      continue;
    }
    const transfer = { way: 'dispute', amount_cents: amountCents, status: 'succeeded' } as const;
    const { id } = await insertTransfer(trx, {
      ...transfer,
      refund_id: largest.id,
      payment_id: payment.id,
      reference: ref,
      created_at: now,
      checked_at: now,
    });
    await postTransfer(trx, payment, { ...transfer, id, booked_cents: 0, posting_count: 0 }, now);
  }
}

/** The operator gave a refund back by another way, for instance by bank transfer. */
export async function recordBankTransfer(
  { clock }: Context,
  trx: Trx,
  payment: Payment,
  { refundId, amountCents, reference }: { refundId: number; amountCents: number; reference: string },
): Promise<void> {
  const now = clock.now();
  const transfer = { way: 'bank', amount_cents: amountCents, status: 'succeeded' } as const;
  const { id } = await insertTransfer(trx, {
    ...transfer,
    refund_id: refundId,
    payment_id: payment.id,
    reference,
    created_at: now,
    checked_at: now,
  });
  await postTransfer(trx, payment, { ...transfer, id, booked_cents: 0, posting_count: 0 }, now);
}

/** The seller is to have what a bank took back from the buyer: the sale stands again, and nothing goes back. */
export async function recordRestoredSale(
  context: Context,
  trx: Trx,
  hooks: OrderHooks,
  {
    payment,
    orderId,
    refund,
    operatorId,
  }: {
    payment: Payment;
    orderId: number;
    refund: Pick<RefundRow, 'id' | 'amount_cents'>;
    operatorId: number;
  },
): Promise<void> {
  const disputes = await listDisputesOfPayment(trx, payment.id);
  if (disputes.some(({ status }) => !isClosed(status)))
    throw new AppError('conflict', { message: 'payments.disputeOpen' });
  await updateRefund(trx, refund.id, {
    ...NO_NOTE,
    state: 'restored',
    done_at: context.clock.now(),
    error: null,
    stuck_at: null,
    next_attempt_at: null,
    changed_by: operatorId,
  });
  await updatePayment(trx, payment.id, { state: 'paid' });
  await hooks.restoreOrder(trx, { orderId, cardCents: refund.amount_cents });
  await finishRefunds(context, trx, hooks, { payment: { ...payment, state: 'paid' }, orderId });
}

/** Brings the states of refunds, payment and earning in line with what went back, and tells whom it concerns. */
export async function finishRefunds(
  context: Context,
  trx: Trx,
  hooks: OrderHooks,
  { payment, orderId, failedIds = new Set() }: Subject & { failedIds?: ReadonlySet<number> },
): Promise<void> {
  const now = context.clock.now();
  const disputes = await listDisputesOfPayment(trx, payment.id);
  const open = disputes.filter(({ status }) => !isClosed(status));
  if (open.length > 0) await holdEarning(trx, payment.id, now);
  else if (disputes.length > 0) await releaseEarning(trx, payment.id);
  const isBlocked = open.some(({ is_refundable }) => !is_refundable);
  const records = await loadRecords(trx, payment.id);
  const [refunds, transfers] = toFacts(records);
  const states = planStates(refunds, transfers, { failedIds, isBlocked });
  let isNotified = false;
  // Of several in one state their sum is told, once.
  const sumIn = (state: RefundState) =>
    records.refunds.reduce(
      (sum, { id, amount_cents }) => (states.get(id) === state ? sum + amount_cents : sum),
      0,
    );
  for (const { id, state, amount_cents: amountCents } of records.refunds) {
    const next = states.get(id)!;
    if (next === state) continue;
    await updateRefund(trx, id, {
      state: next,
      done_at: isDone(next) ? now : null,
      ...(isDone(next) && { error: null, stuck_at: null, next_attempt_at: null }),
      // What was noted is a transfer now, or the money went back by another way.
      ...(isDone(next) && NO_NOTE),
      ...(next === 'queued' && { next_attempt_at: null }),
    });
    if (next === 'queued') await context.jobs.enqueue(trx, 'payments.send-refund', { refundId: id });
    if (next === 'failed') {
      const failure = await recordBankFailure(context, trx, { payment, id, amountCents, records });
      // Of the bank's decision both sides are told.
      if (!isNotified && failure !== DISPUTE_REVERSED)
        await hooks.notifyOfRefund(trx, {
          paymentId: payment.id,
          orderId,
          amountCents: sumIn(next),
          news: next,
          failure,
        });
      isNotified ||= failure !== DISPUTE_REVERSED;
    }
    if (next === 'settled')
      await hooks.notifyOfRefund(trx, { paymentId: payment.id, orderId, amountCents, news: next });
  }
  await updatePaymentState(trx, payment, states);
}

async function recordBankFailure(
  context: Context,
  trx: Trx,
  {
    payment,
    id,
    amountCents,
    records,
  }: Pick<Subject, 'payment'> & { id: number; amountCents: number; records: RefundRecords },
): Promise<string | null> {
  const failure = records.transfers.findLast(
    ({ refund_id, status }) => refund_id === id && status === 'failed',
  )?.failure;
  await updateRefund(trx, id, {
    error: failure ?? null,
    stuck_at: context.clock.now(),
    next_attempt_at: null,
  });
  await raiseAlertInTransaction(trx, context, 'refundFailed', [
    `payment ${payment.id}: ${(amountCents / 100).toFixed(2)} EUR, returned by the bank: ${failure ?? 'no reason given'}`,
  ]);
  return failure ?? null;
}

/** A payment is refunded when all of it is to go back and did. */
async function updatePaymentState(
  trx: Trx,
  { id }: Pick<Payment, 'id'>,
  states: ReadonlyMap<number, RefundState>,
): Promise<void> {
  const { state } = await lockPayment(trx, id);
  if (state === 'paid') return;
  const isRefunded = [...states.values()].every(isDone);
  const next = isRefunded ? 'refunded' : 'refund_due';
  if (next !== state) await updatePayment(trx, id, { state: next });
}

/** One line for logs and mails: 'dp_123 of pi_123: 3.99 EUR, fraudulent, needs_response, answer by 2026-11-27'. */
const formatDispute = (
  ref: string,
  { paymentRef, amountCents, reason, status, respondBy }: Dispute,
): string =>
  [
    `${ref} of ${paymentRef}: ${(amountCents / 100).toFixed(2)} EUR`,
    reason,
    status,
    ...(respondBy ? [`answer by ${respondBy.toISOString().slice(0, 10)}`] : []),
  ].join(', ');
