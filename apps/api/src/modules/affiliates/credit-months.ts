import { addMonths, centsFromHundredths, type Month, monthOf, monthStart, monthsOver } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { post } from '../ledger/index.ts';
import { insertCredit, isCredited, lockPartner, partnersToCredit, takeLines } from './credits.queries.ts';
import { approveOverdue } from './shares.queries.ts';

type Needed = Pick<Context, 'db' | 'clock'> & { config: Pick<Context['config'], 'operatorZone'> };

/**
 * Credits every month that is over and has something to credit, the oldest first: after days of downtime as on the
 * first of a month, and nothing twice.
 */
export async function creditMonths(context: Needed): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await approveOverdue(db, now);
  const thisMonth = monthStart(monthOf(now, config.operatorZone), config.operatorZone);
  const errors: unknown[] = [];
  for (const { partnerId, since } of await partnersToCredit(db, thisMonth)) {
    // One who cannot be credited keeps nobody else waiting.
    try {
      for (const month of monthsOver(since, now, config.operatorZone)) {
        await creditMonth(context, partnerId, month, now);
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some partners could not be credited');
}

/**
 * All or nothing of a month: its lines, their sum rounded once, and the booking. What comes too late for a month that
 * is credited, or is approved before the address is proven, waits for the next one.
 */
async function creditMonth({ db, config }: Needed, partnerId: number, month: Month, now: Date) {
  const firstDay = `${month}-01`;
  const end = monthStart(addMonths(month, 1), config.operatorZone);
  await db.transaction().execute(async (trx) => {
    const verifiedAt = await lockPartner(trx, partnerId);
    if (!verifiedAt || verifiedAt >= end || (await isCredited(trx, partnerId, firstDay))) return;
    const { lines, hundredths } = await takeLines(trx, partnerId, firstDay, end);
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
    await post(trx, {
      kind: 'affiliate_credit',
      reference: `partner:${partnerId}:${month}`,
      entries: [
        { account: 'commission', amountCents: cents },
        { account: `partner:${partnerId}`, amountCents: -cents },
      ],
      now,
      // On the statement of the month it is for.
      effectiveAt: new Date(end.getTime() - 1),
    });
  });
}
