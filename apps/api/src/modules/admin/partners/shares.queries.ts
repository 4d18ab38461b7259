import type { ShareReason, ShareSide } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Period } from '../lists/list.ts';
import type { RowQuery } from '../lists/lists.queries.ts';
import { nameOf, type StoredShareState } from './partners.queries.ts';

interface ShareFilter {
  partner_id?: number;
  user_id?: number;
  side?: ShareSide;
  state?: StoredShareState;
}

export const shareSums = { hundredths: sql<number>`share.hundredths` };

export const filterShares = (
  db: DbOrTrx,
  { partner_id: partnerId, user_id: userId, side, state }: ShareFilter,
  { from, before }: Period,
) =>
  db
    .selectFrom('affiliate_shares as share')
    .$if(partnerId !== undefined, (query) => query.where('share.partner_id', '=', partnerId!))
    .$if(userId !== undefined, (query) => query.where('share.referred_user_id', '=', userId!))
    .$if(side !== undefined, (query) => query.where('share.side', '=', side!))
    .$if(state !== undefined, (query) => query.where('share.state', '=', state!))
    .$if(from !== null, (query) => query.where('share.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('share.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface ShareRow {
  id: number;
  order_id: number;
  side: ShareSide;
  partner_id: number;
  partner_name: string;
  user_id: number;
  user_name: string;
  hundredths: number;
  state: StoredShareState;
  reason: ShareReason;
  created_at: Date;
  credit_month: string | null;
}

export const selectShares = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('users as partner', 'partner.id', 'share.partner_id')
    .innerJoin('users as referred', 'referred.id', 'share.referred_user_id')
    .select(['share.id', 'share.order_id', 'share.side', 'share.partner_id', 'share.hundredths'])
    .select(['share.state', 'share.reason', 'share.created_at', 'share.credit_month'])
    .select('share.referred_user_id as user_id')
    .select([
      nameOf('partner').as('partner_name'),
      nameOf('referred').as('user_name'),
    ]) as unknown as RowQuery<ShareRow>;

export const creditSums = {
  hundredths: sql<number>`credit.hundredths`,
  amount_cents: sql<number>`credit.amount_cents`,
};

/** A partner and a month are one number, by which a page goes on. */
export const filterCredits = (
  db: DbOrTrx,
  { partner_id: partnerId }: { partner_id?: number },
  { from, before }: Period,
) =>
  (
    db.selectFrom(
      sql<{ id: string }>`(
        select partner_id, month, hundredths, amount_cents, credited_at,
          (partner_id::bigint * 100000 + extract(year from month) * 12 + extract(month from month))::bigint as id
        from affiliate_credits)`.as('credit'),
    ) as unknown as RowQuery<unknown>
  )
    .$if(partnerId !== undefined, (query) => query.where(sql<SqlBool>`credit.partner_id = ${partnerId}`))
    .$if(from !== null, (query) => query.where(sql<SqlBool>`credit.credited_at >= ${from}`))
    .$if(before !== null, (query) => query.where(sql<SqlBool>`credit.credited_at < ${before}`));

export interface CreditRow {
  id: string;
  partner_id: number;
  partner_name: string;
  month: string;
  hundredths: string;
  amount_cents: number;
  credited_at: Date;
}

export const selectCredits = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('users as partner', 'partner.id', 'credit.partner_id')
    .select(['credit.id', 'credit.partner_id', 'credit.month', 'credit.hundredths', 'credit.amount_cents'])
    .select(['credit.credited_at', nameOf('partner').as('partner_name')]) as unknown as RowQuery<CreditRow>;
