import type { StatementRole } from '@wopack/contract';
import { formatCents, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { getBalance, lockPayoutRuns, postTransaction } from '../../ledger/index.ts';
import { notifyHolder, notifyPayee } from '../payout-accounts/notify-payee.ts';
import { findPayoutAccount } from '../payout-accounts/payout-accounts.queries.ts';
import type { ProviderPayout, ProviderReversal, ProviderTransfer } from '../providers/transfer-provider.ts';
import type { OrderHooks } from '../refunds/record-returns.ts';
import {
  findOwnerOfAccount,
  findProviderPayout,
  findTransfer,
  insertProviderPayout,
  lockOrder,
  lockProviderPayout,
  lockTransfer,
  updateProviderPayout,
  updateTransfer,
} from './transfers.queries.ts';
import { isLaterPayoutStatus, splitProviderPayout } from './transfers.rules.ts';

type Dependencies = Pick<Context, 'db' | 'clock'>;
type RecordedPayout = NonNullable<Awaited<ReturnType<typeof lockProviderPayout>>>;
type Hooks = Pick<OrderHooks, 'addTransferredCents'>;

/** Records a transfer that the provider made, once, however it is reported. */
export const recordTransfer = (
  context: Dependencies,
  hooks: Hooks,
  transfer: ProviderTransfer,
): Promise<void> => recordMade(context, hooks, transfer, 1);

/** The same of a reversal. */
export const recordReversal = (
  context: Dependencies,
  hooks: Hooks,
  reversal: ProviderReversal,
): Promise<void> => recordMade(context, hooks, reversal, -1);

async function recordMade(
  { db, clock }: Dependencies,
  hooks: Hooks,
  { ref, arrivalRef, transferId, amountCents, createdAt }: ProviderTransfer | ProviderReversal,
  sign: 1 | -1,
): Promise<void> {
  const { order_id: orderId } = (await findTransfer(db, transferId!))!;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (orderId !== null) await lockOrder(trx, orderId);
    const { id, state, role, user_id: userId } = await lockTransfer(trx, transferId!);
    if (state === 'made') return;
    await updateTransfer(trx, id, {
      state: 'made',
      reference: ref,
      arrival_reference: arrivalRef,
      amount_cents: amountCents,
      made_at: createdAt,
      changed_at: now,
      next_attempt_at: null,
      error: null,
    });
    if (orderId !== null) await hooks.addTransferredCents(trx, { orderId, cents: sign * amountCents });
    await postTransaction(trx, {
      kind: sign === 1 ? 'transfer' : 'transfer_reversal',
      providerTransferId: id,
      entries: [
        { account: { kind: role, userId }, amountCents: sign * amountCents },
        { account: { kind: `${role}_at_provider`, userId }, amountCents: -sign * amountCents },
      ],
      now,
    });
  });
}

/**
 * Records a payout from an account at the provider to its bank, and what became of it: reported twice, late or out of
 * order it changes nothing. Accounts that nothing was transferred to are not WoPack's matter.
 */
export async function recordProviderPayout(
  context: Context,
  accountRef: string,
  payout: ProviderPayout,
): Promise<void> {
  const { db, clock } = context;
  const recorded = await findProviderPayout(db, payout.ref);
  if (recorded && !isLaterPayoutStatus(payout.status, recorded.status)) return;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const userId = await findOwnerOfAccount(trx, accountRef);
    if (userId === undefined) return;
    // What the account holds of sales and shares is read, and then booked.
    await lockPayoutRuns(trx);
    if (!(await lockProviderPayout(trx, payout.ref))) {
      const split = splitProviderPayout(payout.amountCents, {
        sellerCents: await getHeldCents(trx, 'seller', userId),
        partnerCents: await getHeldCents(trx, 'partner', userId),
      });
      await insertProviderPayout(trx, {
        user_id: userId,
        account_ref: accountRef,
        reference: payout.ref,
        seller_cents: split.sellerCents,
        partner_cents: split.partnerCents,
        status: 'pending',
        arrives_on: payout.arrivesOn,
        created_at: payout.createdAt,
        changed_at: now,
      });
    }
    const before = (await lockProviderPayout(trx, payout.ref))!;
    const isNews = isLaterPayoutStatus(payout.status, before.status);
    const status = isNews ? payout.status : before.status;
    const isBooked = status !== 'failed';
    const isPosted = isBooked !== before.is_booked;
    await updateProviderPayout(trx, before.id, {
      status,
      ...(isNews && { failure: payout.failure, arrives_on: payout.arrivesOn }),
      is_booked: isBooked,
      posting_count: before.posting_count + (isPosted ? 1 : 0),
      changed_at: now,
    });
    if (isNews && status === 'failed') await notifyOfFailure(context, trx, before);
    if (!isPosted) return;
    const sign = isBooked ? 1 : -1;
    const { seller_cents: sellerCents, partner_cents: partnerCents } = before;
    const entries = [
      { account: { kind: 'seller_at_provider', userId }, amountCents: sign * sellerCents },
      { account: { kind: 'partner_at_provider', userId }, amountCents: sign * partnerCents },
      { account: { kind: 'provider' }, amountCents: -sign * (sellerCents + partnerCents) },
    ] as const;
    await postTransaction(trx, {
      kind: 'provider_payout',
      providerPayoutId: before.id,
      providerPayoutPostingNumber: before.posting_count + 1,
      entries: entries.filter(({ amountCents }) => amountCents !== 0),
      now,
    });
  });
}

/** The bank returned it: the payee corrects the bank account at the provider, or the next payout comes back too. */
async function notifyOfFailure(
  context: Context,
  trx: Trx,
  { id, user_id: userId, account_ref: accountRef, ...payout }: RecordedPayout,
): Promise<void> {
  const amountCents = payout.seller_cents + payout.partner_cents;
  const notice = {
    template: { business: 'payoutFailed', partner: 'payoutFailed' },
    values: (language: Language) => ({ amount: formatCents(amountCents, language) }),
    tag: `provider-payout-${id}`,
  };
  // A former account is the founder's, whoever owns the business now.
  const isPresent = (await findPayoutAccount(trx, userId))?.ref === accountRef;
  await (isPresent ? notifyPayee : notifyHolder)(context, trx, userId, notice);
}

const getHeldCents = async (trx: Trx, role: StatementRole, userId: number): Promise<number> =>
  -(await getBalance(trx, { kind: `${role}_at_provider`, userId }));
