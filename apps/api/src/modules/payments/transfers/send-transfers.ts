import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { raiseAlertInTransaction } from '../../../platform/observability/alert.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import {
  type ProviderReversal,
  type ProviderTransfer,
  type TransferProvider,
  TransferRefusedError,
  type TransferSubject,
} from '../providers/transfer-provider.ts';
import type { OrderHooks } from '../refunds/record-returns.ts';
import { recordReversal, recordTransfer } from './record-transfers.ts';
import { findTransfer, lockDueTransfer, lockTransfer, updateTransfer } from './transfers.queries.ts';

/** Delay after each attempt without success; from then on once a day. */
const PAUSES_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
const LAST_PAUSE_MS = DAY_MS;
/** What the provider refuses seldom changes within minutes. */
const PAUSES_AFTER_REFUSAL_MS = [HOUR_MS, 6 * HOUR_MS];
/** From then on it is listed as needing attention, too. */
export const ATTEMPTS_UNTIL_ALERT = 5;

/** The account has nothing that could be taken back: the provider need not be asked. */
export const NOTHING_THERE = 'nothing_there';

type Hooks = Pick<OrderHooks, 'addTransferredCents'>;
type Attempt = NonNullable<Awaited<ReturnType<typeof startAttempt>>>;

/**
 * Makes one attempt of a transfer or reversal, if one is due. One that was sent and whose answer has not come is looked
 * for at the provider first, and sent again with the same key only if the provider does not have it.
 */
export async function sendTransfer(
  context: Context,
  transfers: TransferProvider,
  hooks: Hooks,
  id: number,
): Promise<void> {
  const attempt = await startAttempt(context, id);
  if (!attempt) return;
  try {
    if (attempt.reverses === null) await sendForward(context, transfers, hooks, attempt);
    else await sendBack(context, transfers, hooks, attempt);
  } catch (error) {
    await recordAttemptFailure(context, attempt, error);
  }
}

const getPause = (pauses: readonly number[], attempts: number): number =>
  pauses[attempts - 1] ?? LAST_PAUSE_MS;

/** The time of the next attempt is set before this one begins, so that all jobs and processes follow one schedule. */
const startAttempt = (context: Context, id: number) =>
  context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const due = await lockDueTransfer(trx, id, now);
    if (!due) return null;
    const attempts = due.attempts + 1;
    await updateTransfer(trx, id, {
      state: 'unknown',
      attempts,
      next_attempt_at: new Date(now.getTime() + getPause(PAUSES_MS, attempts)),
      changed_at: now,
    });
    return { ...due, attempts, wasSent: due.state === 'unknown' };
  });

const buildKey = ({ id, key_number: keyNumber }: Attempt, amountCents: number): string =>
  // Another amount is another request. After a lost answer it is the same one.
  `transfer:${id}:${keyNumber}:${amountCents}`;

function toSubject({
  role,
  payment_ref: paymentRef,
  order_id,
  user_id: partnerId,
}: Attempt): TransferSubject {
  if (role === 'partner') return { partnerId };
  return paymentRef === null ? { orderId: order_id! } : { paymentRef };
}

async function sendForward(
  context: Context,
  transfers: TransferProvider,
  hooks: Hooks,
  attempt: Attempt,
): Promise<void> {
  const subject = toSubject(attempt);
  const made = attempt.wasSent ? findOwn(attempt, await transfers.listTransfersOf(subject)) : undefined;
  const transfer =
    made ??
    (await transfers.transfer(subject, {
      accountRef: attempt.account_ref,
      amountCents: attempt.amount_cents,
      idempotencyKey: buildKey(attempt, attempt.amount_cents),
      transferId: attempt.id,
    }));
  await recordTransfer(context, hooks, transfer);
}

/** Takes back no more than is there: of what is missing, later transfers are reduced. */
async function sendBack(
  context: Context,
  transfers: TransferProvider,
  hooks: Hooks,
  attempt: Attempt,
): Promise<void> {
  const ref = attempt.reversed_ref!;
  const made = attempt.wasSent ? findOwn(attempt, await transfers.listReversals(ref)) : undefined;
  if (made) return recordReversal(context, hooks, made);
  let amountCents = attempt.amount_cents;
  if (!attempt.wasSent) {
    const balance = await transfers.getBalance(attempt.account_ref);
    // Whether what is not settled yet can be taken back, the provider's answer shows.
    const pendingCents = attempt.key_number === 0 ? balance.pendingCents : 0;
    amountCents = Math.min(amountCents, balance.availableCents + pendingCents);
    if (amountCents <= 0) throw new TransferRefusedError(NOTHING_THERE);
    if (amountCents < attempt.amount_cents)
      await updateTransfer(context.db, attempt.id, { amount_cents: amountCents });
  }
  await recordReversal(
    context,
    hooks,
    await transfers.reverse(ref, {
      amountCents,
      idempotencyKey: buildKey(attempt, amountCents),
      transferId: attempt.id,
    }),
  );
}

const findOwn = <T extends ProviderTransfer | ProviderReversal>(
  { id }: Attempt,
  listed: readonly T[],
): T | undefined => listed.find(({ transferId }) => transferId === id);

/** A definite refusal gets a new key when it is tried again; after a lost answer the key stays. */
const recordAttemptFailure = (
  context: Context,
  { id, attempts, amount_cents, reverses }: Attempt,
  error: unknown,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const { state } = await lockTransfer(trx, id);
    if (state !== 'unknown') return;
    const isRefused = error instanceof TransferRefusedError;
    const { message } = describeError(error);
    context.log.warn({ transfer_id: id, attempts, err: error }, 'transfer refused');
    await updateTransfer(trx, id, {
      error: message.slice(0, 1000),
      changed_at: now,
      ...(isRefused && {
        state: 'refused' as const,
        next_attempt_at: new Date(now.getTime() + getPause(PAUSES_AFTER_REFUSAL_MS, attempts)),
      }),
    });
    const isNothingThere = isRefused && error.code === NOTHING_THERE;
    if (attempts !== ATTEMPTS_UNTIL_ALERT || isNothingThere) return;
    const amount = (amount_cents / 100).toFixed(2);
    await raiseAlertInTransaction(trx, context, 'transfer', [
      `${reverses === null ? 'transfer' : 'reversal'} ${id}: ${amount} EUR, ${attempts} attempts, the last one ended by: ${message}`,
    ]);
  });

/** Records a transfer that the provider reports, with all that was reversed of it; others than WoPack's are left out. */
export async function syncTransfer(
  context: Context,
  transfers: TransferProvider,
  hooks: Hooks,
  ref: string,
): Promise<void> {
  const transfer = await transfers.retrieveTransfer(ref);
  if (transfer.transferId === null) return;
  const own = await findTransfer(context.db, transfer.transferId);
  if (own?.account_ref !== transfer.accountRef) return;
  await recordTransfer(context, hooks, transfer);
  if (transfer.reversedCents === 0) return;
  for (const reversal of await transfers.listReversals(ref))
    if (reversal.transferId !== null) await recordReversal(context, hooks, reversal);
}
