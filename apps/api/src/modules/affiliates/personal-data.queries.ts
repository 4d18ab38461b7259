import { centsFromHundredths, formatCents } from '@wopack/domain';
import { sql } from 'kysely';
import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';

const selectShares = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('affiliate_shares')
    .select(['id', 'side', 'referred_user_id', 'hundredths', 'state', 'reason', 'credit_month', 'created_at'])
    .where('partner_id', '=', userId)
    .orderBy('id');

type ShareRow = Awaited<ReturnType<ReturnType<typeof selectShares>['execute']>>[number];

async function* exportShares(db: DbOrTrx, userId: number) {
  const read = (last: ShareRow | null, limit: number) =>
    selectShares(db, userId)
      .$if(last !== null, (query) => query.where('id', '>', last!.id))
      .limit(limit)
      .execute();
  for await (const rows of readBatches(read))
    yield rows.map((row) => ({
      side: row.side,
      person_id: row.referred_user_id,
      hundredths: row.hundredths,
      state: row.state,
      reason: row.reason,
      credit_month: row.credit_month?.slice(0, 7) ?? null,
      created_at: row.created_at.toISOString(),
    }));
}

/** Shares and credits stay, because postings refer to them; their partner is anonymised by then. */
export const affiliatePersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const [credits, visits] = await Promise.all([
      db
        .selectFrom('affiliate_credits')
        .select(['month', 'amount_cents', 'credited_at'])
        .where('partner_id', '=', userId)
        .orderBy('month')
        .execute(),
      db
        .selectFrom('affiliate_visits')
        .select(['day', 'visits'])
        .where('partner_id', '=', userId)
        .orderBy('day')
        .execute(),
    ]);
    return {
      shares: exportShares(db, userId),
      share_credits: credits.map((row) => ({
        month: row.month.slice(0, 7),
        amount_cents: row.amount_cents,
        credited_at: row.credited_at.toISOString(),
      })),
      link_visits: visits.map(({ day, visits: count }) => ({ day, visits: count })),
    };
  },
  /** Shares still to be credited are money owed. */
  async listDeletionBlockers(db, { id: userId }, language) {
    const { rows } = await sql<{ hundredths: number; lines: number }>`
      select coalesce(sum(hundredths), 0) as hundredths, count(*)::int as lines from affiliate_shares
      where partner_id = ${userId} and credit_month is null and state <> 'reversed'`.execute(db);
    const { hundredths, lines } = rows[0]!;
    if (lines === 0) return [];
    return [{ name: 'shares', detail: formatCents(centsFromHundredths(hundredths), language) }];
  },
  async erase(trx, { id: userId }) {
    await trx.deleteFrom('affiliate_visits').where('partner_id', '=', userId).execute();
    return [];
  },
};
