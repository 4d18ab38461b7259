import {
  addMonths,
  centsFromHundredths,
  listEndedMonths,
  type Month,
  monthOf,
  monthStart,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { postTransaction } from '../../ledger/index.ts';
import { approveOverdueShares } from '../shares/shares.queries.ts';
import {
  assignSharesToMonth,
  insertCredit,
  isMonthCredited,
  listPartnersToCredit,
  lockPartner,
} from './credits.queries.ts';

type Dependencies = Pick<Context, 'db' | 'clock'> & { config: Pick<Context['config'], 'operatorTimeZone'> };

/** Credits the ended months that have shares, the oldest first; safe to repeat and after downtime. */
export async function creditMonths(context: Dependencies): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await approveOverdueShares(db, now);
  const thisMonth = monthStart(monthOf(now, config.operatorTimeZone), config.operatorTimeZone);
  const errors: unknown[] = [];
  for (const { partnerId, since } of await listPartnersToCredit(db, thisMonth)) {
    // A failing partner must not delay the others.
    try {
      for (const month of listEndedMonths(since, now, config.operatorTimeZone)) {
        await creditMonth(context, partnerId, month, now);
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some partners could not be credited');
}

/**
 * One transaction per month: assigns its shares, sums them with one rounding, and posts. Shares approved
 * too late for a credited month, or before the address is verified, go to the next month.
 */
async function creditMonth({ db, config }: Dependencies, partnerId: number, month: Month, now: Date) {
  const firstDay = `${month}-01`;
  const monthEnd = monthStart(addMonths(month, 1), config.operatorTimeZone);
  await db.transaction().execute(async (trx) => {
    const verifiedAt = await lockPartner(trx, partnerId);
    if (!verifiedAt || verifiedAt >= monthEnd || (await isMonthCredited(trx, partnerId, firstDay))) return;
    const { lines, hundredths } = await assignSharesToMonth(trx, partnerId, firstDay, monthEnd);
    if (lines === 0) return;
    const cents = centsFromHundredths(hundredths);
    await insertCredit(trx, {
      partner_id: partnerId,
      month: firstDay,
      hundredths,
      amount_cents: cents,
      credited_at: now,
    });
    if (cents === 0) return;
    await postTransaction(trx, {
      kind: 'affiliate_credit',
      partnerId,
      creditMonth: firstDay,
      entries: [
        { account: { kind: 'commission' }, amountCents: cents },
        { account: { kind: 'partner', userId: partnerId }, amountCents: -cents },
      ],
      now,
      // Goes on the statement of its own month.
      effectiveAt: new Date(monthEnd.getTime() - 1),
    });
  });
}
