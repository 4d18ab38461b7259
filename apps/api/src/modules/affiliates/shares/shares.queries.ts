import type { ShareReason, ShareSide } from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';

/** Partner of each user, by user id; only those who have the partner role now. */
export async function getPartnersOfUsers(trx: Trx, userIds: number[]): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('users as referred_user')
    .innerJoin('users as partner', 'partner.id', 'referred_user.referred_by')
    .select(['referred_user.id', 'partner.id as partner_id'])
    .where('referred_user.id', 'in', userIds)
    .where('partner.is_partner', '=', true)
    .where('partner.deleted_at', 'is', null)
    .modifyEnd(preparedStatementHint)
    .execute();
  return new Map(rows.map(({ id, partner_id }) => [id, partner_id]));
}

export const insertShares = (trx: Trx, shares: Insertable<Database['affiliate_shares']>[]) =>
  trx.insertInto('affiliate_shares').values(shares).modifyEnd(preparedStatementHint).execute();

export const approveShares = (trx: Trx, orderId: number, now: Date) =>
  trx
    .updateTable('affiliate_shares')
    .set({ state: 'approved', reason: 'collected', approved_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'pending')
    .execute();

/** Approves shares of orders whose report deadline has passed, as of that deadline. */
export const approveOverdueShares = (db: DbOrTrx, now: Date) =>
  db
    .updateTable('affiliate_shares')
    .set({ state: 'approved', reason: 'time_over', approved_at: sql`approve_at` })
    .where('state', '=', 'pending')
    .where('approve_at', '<=', now)
    .execute();

export const reverseUncreditedShares = (trx: Trx, orderId: number, reason: ShareReason) =>
  trx
    .updateTable('affiliate_shares')
    .set({ state: 'reversed', reason })
    .where('order_id', '=', orderId)
    .where('hundredths', '>', 0)
    .where('state', 'in', ['pending', 'approved'])
    .where('credit_month', 'is', null)
    .execute();

/** One negative share for each credited share of the order. */
export const insertReversalsOfCreditedShares = (trx: Trx, orderId: number, reason: ShareReason, now: Date) =>
  sql`insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, state, reason,
      created_at, approve_at, approved_at)
    select order_id, side, partner_id, referred_user_id, -hundredths, price_cents, 'approved', ${reason}, ${now}, ${now}, ${now}
    from affiliate_shares
    where order_id = ${orderId} and hundredths > 0 and credit_month is not null
    on conflict do nothing`.execute(trx);

export interface ShareFilter {
  partnerId: number;
  side?: ShareSide;
  referredUserId?: number;
  /** First day of a credited month, or all uncredited shares. */
  month?: string | 'open';
}

export type ShareRow = Awaited<ReturnType<typeof listShares>>[number];

export const listShares = (
  db: Db,
  { partnerId, side, referredUserId, month }: ShareFilter,
  { before, limit }: { before?: number; limit: number },
) =>
  db
    .selectFrom('affiliate_shares')
    .select(['id', 'side', 'referred_user_id', 'hundredths', 'price_cents', 'state', 'reason'])
    .select(['created_at', 'approve_at', 'credit_month'])
    .where('partner_id', '=', partnerId)
    .$if(side !== undefined, (query) => query.where('side', '=', side!))
    .$if(referredUserId !== undefined, (query) => query.where('referred_user_id', '=', referredUserId!))
    .$if(month === 'open', (query) =>
      query.where('credit_month', 'is', null).where('state', '<>', 'reversed'),
    )
    .$if(month !== undefined && month !== 'open', (query) => query.where('credit_month', '=', month!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
