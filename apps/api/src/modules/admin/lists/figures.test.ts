import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../../test/support/test-app.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  filterPriceTiers,
  filterProductTypes,
  selectPriceTiers,
  selectProductTypes,
} from '../content/offered-values.queries.ts';
import { filterPayoutRuns, selectPayoutRuns } from '../money/money.queries.ts';

const api = useTestApp();

// A country has a million products and a million payouts a year, of hundreds of bytes each.
test.each([
  ['price tiers', (db: Db) => selectPriceTiers(filterPriceTiers(db, {})), ['products_price']],
  ['product types', (db: Db) => selectProductTypes(filterProductTypes(db, {})), ['products_types']],
  ['payout runs', (db: Db) => selectPayoutRuns(filterPayoutRuns(db)), ['payouts_run_state']],
])('%s read what they count from an index alone', async (_list, select, indexes) => {
  const plan = await api.db.transaction().execute(async (trx) => {
    // A table of a test is so small that it would be read as a whole.
    for (const way of ['seqscan', 'bitmapscan'])
      await sql`SET LOCAL enable_${sql.raw(way)} = off`.execute(trx);
    const rows = await select(trx as unknown as Db).explain();
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  const scans = [...plan.matchAll(/Index Only Scan using (\w+)/g)].map(([, index]) => index!);
  expect(
    scans.filter((index) => /^(products|payouts)_/.test(index)),
    plan,
  ).toEqual(indexes);
});
