import type { TrustVerdict } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type ComparedSum, getBalancesSinceClosing } from '../../ledger/index.ts';
import { hasTrustNight, listLastComparisons, listTrustNights, saveTrustNight } from './trust.queries.ts';
import { addUpTotals, judge } from './trust.rules.ts';

/** Every night after the comparisons; at the first start with the page on too, if there were comparisons before. */
export async function trustJobs(context: Context): Promise<void> {
  const { jobs, db, config } = context;
  await jobs.schedule('37 4 * * *', 'payments.record-trust', async () => {
    if (config.trustPage) await recordTrust(context);
  });
  if (config.trustPage && !(await hasTrustNight(db)))
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'payments.record-trust', {}));
}

/** Records nothing before both comparisons were made for the first time. Returns the verdict of the night. */
export const recordTrust = ({
  db,
  clock,
  config,
}: Pick<Context, 'db' | 'clock' | 'config'>): Promise<TrustVerdict | null> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const comparisons = await listLastComparisons(trx);
      const provider = comparisons.find(({ kind }) => kind === 'provider');
      const ledger = comparisons.find(({ kind }) => kind === 'ledger');
      if (!provider || !ledger) return null;
      const now = clock.now();
      const totals = addUpTotals(await getBalancesSinceClosing(trx));
      const differenceCount = provider.differences.length + ledger.differences.length;
      const comparedAt = provider.checked_at < ledger.checked_at ? provider.checked_at : ledger.checked_at;
      const accounts = findSum(provider.sums, 'at_provider');
      const charges = findSum(provider.sums, 'charges');
      const refunds = findSum(provider.sums, 'refunds');
      const verdict = judge(totals, { comparedAt, differenceCount }, now);
      await saveTrustNight(trx, {
        night: localDate(now, config.operatorTimeZone).toString(),
        recorded_at: now,
        compared_at: comparedAt,
        verdict,
        difference_count: differenceCount,
        sellers_cents: totals.sellers,
        partners_cents: totals.partners,
        buyers_cents: totals.buyers,
        held_cents: totals.held,
        at_provider_cents: totals.atProvider,
        in_transit_cents: totals.inTransit,
        taken_cents: (charges?.ledgerCents ?? 0) - (refunds?.ledgerCents ?? 0),
        provider_taken_cents: (charges?.otherCents ?? 0) - (refunds?.otherCents ?? 0),
        accounts_cents: accounts?.ledgerCents ?? null,
        provider_accounts_cents: accounts?.otherCents ?? null,
      });
      return verdict;
    });

const findSum = (sums: readonly ComparedSum[], sumName: ComparedSum['name']): ComparedSum | undefined =>
  sums.find(({ name }) => name === sumName);

export async function getTrust({ db, config }: Pick<Context, 'db' | 'config'>) {
  if (!config.trustPage) throw new AppError('notFound');
  const nights = await listTrustNights(db);
  return {
    data: {
      nights: nights.map(({ recorded_at, compared_at, ...night }) => ({
        ...night,
        recorded_at: recorded_at.toISOString(),
        compared_at: compared_at.toISOString(),
      })),
    },
  };
}
