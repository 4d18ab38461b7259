import { settlementStart } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { getBankFilePart, lockPayoutRuns } from '../../ledger/index.ts';
import type { OrderHooks } from '../refunds/record-returns.ts';
import {
  getSharesToTransfer,
  insertTransfer,
  listReversibleTransfers,
  listUndecidedOrders,
  listUnfinishedTransfers,
  lockOrdersToTransfer,
  mayBePaid,
  type Payee,
  requeueTransfer,
  updateTransfer,
} from './transfers.queries.ts';
import { planTransfers, type TransferLine } from './transfers.rules.ts';

/** The account of a payee at the provider; its reference is null until the provider has made it. */
export type FindPayoutAccount = (
  db: DbOrTrx,
  userId: number,
) => Promise<{ ref: string | null; transfers_enabled: boolean } | undefined>;

/** What transfers need of other modules. */
export interface TransferDependencies {
  findPayoutAccount: FindPayoutAccount;
  hooks: Pick<OrderHooks, 'addTransferredCents'>;
}

/**
 * Records what is to be moved to or from the account of a payee at the provider, in one transaction; it is sent later.
 * While something was sent whose answer has not come, nothing else is decided.
 */
export const planTransfersOf = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { findPayoutAccount, hooks }: TransferDependencies,
  payee: Payee,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const orders = payee.role === 'seller' ? await lockOrdersToTransfer(trx, payee.userId, now) : [];
    // Waits for a payout run and for a dispute that holds an earning back.
    await lockPayoutRuns(trx);
    const unfinished = await listUnfinishedTransfers(trx, payee);
    if (unfinished.some(({ state }) => state !== 'refused')) return;
    const account = await findPayoutAccount(trx, payee.userId);
    const mayTransfer = account?.ref && account.transfers_enabled && (await mayBePaid(trx, payee));
    const lines = (await loadLines(trx, payee, orders, now)).map((line) => ({
      ...line,
      isRipe: line.isRipe && Boolean(mayTransfer),
    }));
    const excessOrderIds = lines.flatMap(({ orderId, dueCents, transferredCents }) =>
      orderId !== null && transferredCents > dueCents ? orderId : [],
    );
    const hasExcess = lines.some(({ dueCents, transferredCents }) => transferredCents > dueCents);
    const reversible = hasExcess ? await listReversibleTransfers(trx, payee, excessOrderIds) : [];
    const plan = planTransfers({
      lines,
      transfers: reversible.map(({ id, order_id: orderId, left_cents: leftCents, is_former: isFormer }) => ({
        id,
        orderId,
        leftCents,
        isFormer,
      })),
      debtCents: mayTransfer ? Math.max(-(await getBankFilePart(trx, { ...payee, now })), 0) : 0,
    });
    for (const { fromOrderId, toOrderId, cents } of plan.nettings) {
      await hooks.addTransferredCents(trx, { orderId: fromOrderId, cents: -cents });
      await hooks.addTransferredCents(trx, { orderId: toOrderId, cents });
    }
    const moves = [
      ...plan.transfers.map(({ orderId, cents }) => ({
        orderId,
        cents,
        reverses: null,
        accountRef: account!.ref!,
      })),
      ...plan.reversals.map(({ transferId, orderId, cents }) => ({
        orderId,
        cents,
        reverses: transferId,
        accountRef: reversible.find(({ id }) => id === transferId)!.account_ref,
      })),
    ];
    const refused = new Set(unfinished);
    for (const { orderId, cents, reverses, accountRef } of moves) {
      // To another account it is another transfer: whose an account is follows from when the first one to it was recorded.
      const before = [...refused].find(
        (row) => row.order_id === orderId && row.reverses === reverses && row.account_ref === accountRef,
      );
      if (before) refused.delete(before);
      if (before?.next_attempt_at && before.next_attempt_at > now) continue;
      if (before)
        await requeueTransfer(trx, before.id, {
          amount_cents: cents,
          changed_at: now,
        });
      else
        await insertTransfer(trx, {
          user_id: payee.userId,
          role: payee.role,
          account_ref: accountRef,
          order_id: orderId,
          reverses,
          amount_cents: cents,
          created_at: now,
          changed_at: now,
        });
    }
    // Refunded, deducted or held back meanwhile, or refused by an account that is not theirs any more.
    for (const { id } of refused)
      await updateTransfer(trx, id, { state: 'cancelled', next_attempt_at: null, changed_at: now });
  });

/** What a payee is to have at the provider, and has. */
async function loadLines(
  trx: Trx,
  { userId, role }: Payee,
  orders: Awaited<ReturnType<typeof lockOrdersToTransfer>>,
  now: Date,
): Promise<TransferLine[]> {
  if (role === 'partner') {
    const shares = await getSharesToTransfer(trx, userId);
    // Shares are credited when their orders can no longer be reported.
    return [
      {
        orderId: null,
        dueCents: shares.due_cents,
        transferredCents: shares.transferred_cents,
        isRipe: true,
      },
    ];
  }
  const undecided = await listUndecidedOrders(
    trx,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => ({
    orderId: order.id,
    dueCents: order.due_cents,
    transferredCents: order.transferred_cents,
    isOfFormerOwner: order.is_of_former_owner,
    formerCents: Number(order.former_cents),
    isRipe: now > settlementStart(order.pickup_end, order.is_perishable) && !undecided.has(order.id),
  }));
}
