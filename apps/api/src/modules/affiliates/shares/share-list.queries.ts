import type { ShareSide } from '@wopack/contract';
import type { Db } from '../../../platform/db/database.ts';

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
