import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { legalOrFullName } from '../lists/lists.queries.ts';

export const shareSums = { hundredths: sql<number>`share.hundredths` };

export const filterShares = (
  db: DbOrTrx,
  { partner_id: partnerId, user_id: userId, side, state }: ListQuery<'AdminShares'>,
) =>
  db
    .selectFrom('affiliate_shares as share')
    .$if(partnerId !== undefined, (query) => query.where('share.partner_id', '=', partnerId!))
    .$if(userId !== undefined, (query) => query.where('share.referred_user_id', '=', userId!))
    .$if(side !== undefined, (query) => query.where('share.side', '=', side!))
    .$if(state !== undefined, (query) => query.where('share.state', '=', state!));

export const selectShares = (rows: ReturnType<typeof filterShares>) =>
  rows
    .innerJoin('users as partner', 'partner.id', 'share.partner_id')
    .innerJoin('users as referred', 'referred.id', 'share.referred_user_id')
    .select(['share.id', 'share.order_id', 'share.side', 'share.partner_id', 'share.hundredths'])
    .select(['share.state', 'share.reason', 'share.created_at', 'share.credit_month'])
    .select('share.referred_user_id as user_id')
    .select([legalOrFullName('partner').as('partner_name'), legalOrFullName('referred').as('user_name')]);

export const creditSums = {
  hundredths: sql<number>`credit.hundredths`,
  amount_cents: sql<number>`credit.amount_cents`,
};

interface Credit {
  id: number;
  partner_id: number;
  month: string;
  hundredths: number;
  amount_cents: number;
  credited_at: Date;
}

/** A partner and a month are one number, by which a page goes on. */
export const filterCredits = (db: DbOrTrx, { partner_id: partnerId }: ListQuery<'AdminCredits'>) =>
  db
    .selectFrom(
      sql<Credit>`(
        select partner_id, month, hundredths, amount_cents, credited_at,
          (partner_id::bigint * 100000 + extract(year from month) * 12 + extract(month from month))::bigint as id
        from affiliate_credits)`.as('credit'),
    )
    .$if(partnerId !== undefined, (query) => query.where(sql<SqlBool>`credit.partner_id = ${partnerId}`));

export const selectCredits = (rows: ReturnType<typeof filterCredits>) =>
  rows
    .innerJoin('users as partner', 'partner.id', 'credit.partner_id')
    .select(['credit.id', 'credit.partner_id', 'credit.month', 'credit.hundredths', 'credit.amount_cents'])
    .select(['credit.credited_at', legalOrFullName('partner').as('partner_name')]);
