import type { Insertable } from 'kysely';
import type { Database, DbOrTrx } from '../../../platform/db/database.ts';
import type { ComparedSum } from '../../ledger/index.ts';

/** The last comparison of each kind. */
export const listLastComparisons = (db: DbOrTrx) =>
  db
    .selectFrom('reconciliations')
    .distinctOn('kind')
    .select(['kind', 'checked_at', 'differences'])
    .select((eb) => eb.ref('sums').$castTo<ComparedSum[]>().as('sums'))
    .orderBy('kind')
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** What is recorded a second time in a night replaces the first. */
export const saveTrustNight = (db: DbOrTrx, { night, ...totals }: Insertable<Database['trust_nights']>) =>
  db
    .insertInto('trust_nights')
    .values({ night, ...totals })
    .onConflict((conflict) => conflict.column('night').doUpdateSet(totals))
    .execute();

const SHOWN_NIGHTS = 30;

export const listTrustNights = (db: DbOrTrx) =>
  db
    .selectFrom('trust_nights')
    .select(['night', 'recorded_at', 'compared_at', 'verdict', 'difference_count'])
    .select(['sellers_cents', 'partners_cents', 'buyers_cents'])
    .select(['held_cents', 'at_provider_cents', 'in_transit_cents'])
    .select(['taken_cents', 'provider_taken_cents', 'accounts_cents', 'provider_accounts_cents'])
    .orderBy('night', 'desc')
    .limit(SHOWN_NIGHTS)
    .execute();

export const hasTrustNight = async (db: DbOrTrx): Promise<boolean> =>
  (await db.selectFrom('trust_nights').select('night').limit(1).executeTakeFirst()) !== undefined;
