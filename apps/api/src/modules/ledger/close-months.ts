import { addMonths, DAY_MS, listEndedMonths, type Month, monthStart } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { findOpenSince, hasLongTransaction, insertClosedMonth } from './ledger.queries.ts';

/** Whatever was posted in a month has been committed by then, or never will be. */
const CLOSED_AFTER_MS = DAY_MS;

/** Closes the months that ended a day ago or more, one after the other. Returns whether there was one. */
export async function closeLedgerMonths({
  db,
  clock,
  config,
}: Pick<Context, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const now = clock.now();
  const timeZone = config.operatorTimeZone;
  const openSince = await findOpenSince(db);
  if (!openSince || (await hasLongTransaction(db))) return false;
  const { closedMonth, firstAt } = openSince;
  const since = closedMonth ? monthStart(addMonths(closedMonth.slice(0, 7) as Month, 1), timeZone) : firstAt;
  const months = listEndedMonths(since, new Date(now.getTime() - CLOSED_AFTER_MS), timeZone);
  for (const month of months) {
    const endsAt = monthStart(addMonths(month, 1), timeZone);
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => insertClosedMonth(trx, { month: `${month}-01`, endsAt, now }));
  }
  return months.length > 0;
}
