import { monthOf } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import { assignTowns, listTownKeys } from '../../sale-places/index.ts';
import {
  chooseOrdersOfTown,
  EASTERNMOST,
  listKeptMonths,
  listMonthsToCount,
  MIN_PUBLIC_BUYERS,
} from './impact.rules.ts';
import {
  deleteOldImpacts,
  hasImpacts,
  saveSalePlaceImpacts,
  saveTownImpact,
  sumOrdersOfTown,
} from './public-impact.queries.ts';

/** Each night: the sums that everybody sees, of sale places and of their towns. */
export async function countImpact(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  // A sale place whose town fails has no town yet; the sums of the others do not wait for it.
  await runSequentially([() => assignTowns(context), () => countMonths(context)]);
}

async function countMonths({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const present = monthOf(now, EASTERNMOST);
  const months = (await hasImpacts(db)) ? listMonthsToCount(present, now) : listKeptMonths(present);
  const towns = [...(await listTownKeys(db)), null];
  for (const month of months)
    for (const townKey of towns) {
      const of = { townKey, month, minBuyers: MIN_PUBLIC_BUYERS };
      // One view of the orders: sums of sale places, subtracted from that of their town, leave what the rule says.
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await saveSalePlaceImpacts(trx, of);
          if (townKey !== null)
            await saveTownImpact(trx, { townKey, month }, chooseOrdersOfTown(await sumOrdersOfTown(trx, of)));
        });
    }
  await deleteOldImpacts(db, listKeptMonths(present)[0]!);
}
