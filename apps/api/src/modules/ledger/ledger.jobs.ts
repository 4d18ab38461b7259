import { raiseAlarm } from '../../platform/alarm.ts';
import type { BookSource } from '../../platform/books.ts';
import type { Context } from '../../platform/context.ts';
import { checkBooks, differenceLine } from './check-books.ts';

export async function ledgerJobs(context: Context, sources: readonly BookSource[]): Promise<void> {
  await context.jobs.every('47 3 * * *', 'ledger.check', async () => {
    const differences = await checkBooks(context, sources);
    if (differences.length) await raiseAlarm(context, 'books', differences.map(differenceLine));
  });
}
