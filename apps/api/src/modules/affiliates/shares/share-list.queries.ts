import type { ShareSide } from '@wopack/contract';
import type { Db } from '../../../platform/db/database.ts';

export interface ShareFilter {
  partnerId: number;
  side?: ShareSide;
  personId?: number;
  /** First day of a credited month, or all uncredited shares. */
  month?: string | 'open';
}

export type ShareRow = Awaited<ReturnType<typeof listShares>>[number];

export const listShares = (
  db: Db,
  { partnerId, side, personId, month }: ShareFilter,
  { before, limit }: { before?: number; limit: number },
) =>
  db
    .selectFrom('affiliate_shares')
    .select(['id', 'side', 'person_id', 'hundredths', 'price_cents', 'state', 'reason'])
    .select(['created_at', 'approve_at', 'credit_month'])
    .where('partner_id', '=', partnerId)
    .$if(side !== undefined, (query) => query.where('side', '=', side!))
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId!))
    .$if(month === 'open', (query) =>
      query.where('credit_month', 'is', null).where('state', '<>', 'reversed'),
    )
    .$if(month !== undefined && month !== 'open', (query) => query.where('credit_month', '=', month!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
