import { formatCents } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { notifyUser } from '../../notifications/index.ts';
import { postTransaction } from '../post-transaction.ts';
import { findPayoutRun, lockPayout, markPayoutsSent, updatePayoutState } from './payouts.queries.ts';

type Dependencies = Pick<Context, 'db' | 'clock'>;
const DAY_MS = 86_400_000;

/** Idempotent. */
export const markRunSent = ({ db, clock }: Dependencies, runId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await findPayoutRun(trx, runId))) throw new AppError('notFound');
    await markPayoutsSent(trx, runId, clock.now());
  });

/** Idempotent; a returned payout cannot be confirmed any more. */
export const confirmPayout = ({ db, clock }: Dependencies, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw new AppError('notFound');
    if (payout.state === 'confirmed') return;
    if (payout.state !== 'sent') throw new AppError('conflict', { message: 'ledger.payoutState' });
    const now = clock.now();
    await updatePayoutState(trx, id, 'confirmed', null, now);
    await postTransaction(trx, {
      kind: 'payout_confirmed',
      payoutId: id,
      entries: [
        { account: { kind: 'payouts' }, amountCents: payout.amount_cents },
        { account: { kind: 'bank' }, amountCents: -payout.amount_cents },
      ],
      now,
    });
  });

/**
 * The bank returned the payout, before or after it was confirmed: the amount is owed again and the user is
 * notified.
 */
export const returnPayout = (context: Context, id: number, reason: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw new AppError('notFound');
    if (payout.state === 'returned') return;
    if (payout.state === 'made') throw new AppError('conflict', { message: 'ledger.payoutState' });
    const now = context.clock.now();
    await updatePayoutState(trx, id, 'returned', reason, now);
    const { role, user_id: userId, amount_cents: amountCents } = payout;
    await postTransaction(trx, {
      kind: 'payout_returned',
      payoutId: id,
      entries: [
        { account: { kind: payout.state === 'confirmed' ? 'bank' : 'payouts' }, amountCents },
        { account: { kind: role, userId }, amountCents: -amountCents },
      ],
      now,
    });
    await notifyUser(context, trx, {
      userId,
      template: 'payoutReturned',
      values: (language) => ({ amount: formatCents(amountCents, language), reason }),
      url: '/account/payout',
      tag: `payout-${id}`,
      until: new Date(now.getTime() + 14 * DAY_MS),
    });
  });
