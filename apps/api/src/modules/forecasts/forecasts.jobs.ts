import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { computeForecasts } from './compute-forecasts.ts';
import { findLastRun } from './forecasts.queries.ts';
import { askStockQuestions, deleteExpiredQuestions } from './stock-questions/ask-questions.ts';

/** Longer ago, a night was missed. */
const MAX_AGE_MS = 25 * HOUR_MS;

export async function forecastJobs(context: Context): Promise<void> {
  const { db, clock, jobs } = context;
  await jobs.schedule('* * * * *', 'forecasts.ask-stock', () => askStockQuestions(context));
  await jobs.schedule('0 3 * * *', 'forecasts.compute', async () => {
    await computeForecasts(context);
    await deleteExpiredQuestions(context);
  });
  const lastRun = await findLastRun(db);
  if (lastRun === null || clock.now().getTime() - lastRun.getTime() > MAX_AGE_MS)
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'forecasts.compute', {}));
}
