import { formatCents } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import { tellPerson } from '../../notifications/index.ts';
import { post } from '../post.ts';
import { findRun, lockPayout, markSent, setPayout } from './payouts.queries.ts';

type Needed = Pick<Context, 'db' | 'clock'>;
const DAY_MS = 86_400_000;

/** The bank has the file of a run. Saying so again changes nothing. */
export const sendRun = ({ db, clock }: Needed, runId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await findRun(trx, runId))) throw new AppError('notFound');
    await markSent(trx, runId, clock.now());
  });

/** The money arrived. Saying so again changes nothing; what came back is not confirmed any more. */
export const confirmPayout = ({ db, clock }: Needed, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw new AppError('notFound');
    if (payout.state === 'confirmed') return;
    if (payout.state !== 'sent') throw new AppError('conflict', { message: 'ledger.payoutState' });
    const now = clock.now();
    await setPayout(trx, id, 'confirmed', null, now);
    await post(trx, {
      kind: 'payout_confirmed',
      reference: `payout:${id}`,
      entries: [
        { account: 'payouts', amountCents: payout.amount_cents },
        { account: 'bank', amountCents: -payout.amount_cents },
      ],
      now,
    });
  });

/** The bank sent it back, before or after it seemed to have arrived: it is owed again, and its person is told. */
export const returnPayout = (context: Context, id: number, reason: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw new AppError('notFound');
    if (payout.state === 'returned') return;
    if (payout.state === 'made') throw new AppError('conflict', { message: 'ledger.payoutState' });
    const now = context.clock.now();
    await setPayout(trx, id, 'returned', reason, now);
    const { role, user_id: userId, amount_cents: amountCents } = payout;
    await post(trx, {
      kind: 'payout_returned',
      reference: `payout:${id}`,
      entries: [
        { account: payout.state === 'confirmed' ? 'bank' : 'payouts', amountCents },
        { account: `${role}:${userId}`, amountCents: -amountCents },
      ],
      now,
    });
    await tellPerson(context, trx, {
      userId,
      name: 'payoutReturned',
      values: (language) => ({ amount: formatCents(amountCents, language), reason }),
      url: '/account/payout',
      tag: `payout-${id}`,
      until: new Date(now.getTime() + 14 * DAY_MS),
    });
  });
