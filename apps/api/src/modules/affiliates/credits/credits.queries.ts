import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Partners with uncredited shares approved before an instant, with the oldest approval. */
export const listPartnersToCredit = (db: Db, before: Date) =>
  db
    .selectFrom('affiliate_shares as share')
    .innerJoin('users', 'users.id', 'share.partner_id')
    .select('share.partner_id as partnerId')
    .select(sql<Date>`min(share.approved_at)`.as('since'))
    .where('share.state', '=', 'approved')
    .where('share.credit_month', 'is', null)
    .where('share.approved_at', '<', before)
    .where('users.email_verified_at', 'is not', null)
    .groupBy('share.partner_id')
    .orderBy('share.partner_id')
    .execute();

/** Serialises credits of a partner. Returns when the address was verified. */
export const lockPartner = async (trx: Trx, id: number): Promise<Date | null> =>
  (
    await trx
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).email_verified_at;

export const isMonthCredited = async (trx: Trx, partnerId: number, firstDay: string): Promise<boolean> =>
  (await trx
    .selectFrom('affiliate_credits')
    .select('month')
    .where('partner_id', '=', partnerId)
    .where('month', '=', firstDay)
    .executeTakeFirst()) !== undefined;

/** Assigns shares approved before an instant to a month. Returns their number and exact sum. */
export async function assignSharesToMonth(trx: Trx, partnerId: number, firstDay: string, before: Date) {
  const { rows } = await sql<{ lines: number; hundredths: string }>`
    with taken as (
      update affiliate_shares set credit_month = ${firstDay}
      where partner_id = ${partnerId} and state = 'approved' and credit_month is null and approved_at < ${before}
      returning hundredths
    )
    select count(*)::int as lines, coalesce(sum(hundredths), 0) as hundredths from taken`.execute(trx);
  const { lines, hundredths } = rows[0]!;
  return { lines, hundredths: Number(hundredths) };
}

export const insertCredit = (trx: Trx, credit: Insertable<Database['affiliate_credits']>) =>
  trx.insertInto('affiliate_credits').values(credit).execute();
