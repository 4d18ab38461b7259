import type { endpoints, ShareReason, ShareState } from '@wopack/contract';
import { localDate, monthOf, shareHundredths } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Call } from '../../platform/http/route.ts';
import { getBalance } from '../ledger/index.ts';
import {
  getPartnersOfUsers,
  insertReturnsOfCreditedShares,
  insertReversalsOfCreditedShares,
  insertShares,
  listShares,
  type ReturnOfUnits,
  reduceUncreditedShares,
  reverseUncreditedShares,
  type ShareRow,
} from './affiliates.queries.ts';
import { findLastPaidOutMonth, listEarners } from './affiliates.rules.ts';
import { listCredits } from './credits/credits.queries.ts';

interface PaidOrder {
  id: number;
  buyerId: number;
  sellerId: number;
  priceCents: number;
  commissionCents: number;
  quantity: number;
  /** Shares are approved at this time at the latest. */
  reportDeadline: Date;
  now: Date;
}

/**
 * Runs in the transaction that creates the order. Creates pending shares for the partners of buyer and
 * seller.
 */
export async function accrueShares(trx: Trx, order: PaidOrder): Promise<void> {
  const partnerByUser = await getPartnersOfUsers(trx, [order.buyerId, order.sellerId]);
  const shares = listEarners(order, partnerByUser).map(({ side, partnerId, referredUserId }) => ({
    order_id: order.id,
    side,
    partner_id: partnerId,
    referred_user_id: referredUserId,
    hundredths: shareHundredths(order.commissionCents),
    price_cents: order.priceCents,
    quantity: order.quantity,
    state: 'pending' as const,
    reason: 'paid' as const,
    created_at: order.now,
    approve_at: order.reportDeadline,
    approved_at: null,
    credit_month: null,
  }));
  if (shares.length > 0) await insertShares(trx, shares);
}

type ReversalReason = Extract<ShareReason, 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'>;

/**
 * Runs in the transaction of a full refund: uncredited shares are cancelled; each credited share gets a
 * negative share in the current month. Idempotent.
 */
export async function reverseShares(
  trx: Trx,
  orderId: number,
  reason: ReversalReason,
  now: Date,
): Promise<void> {
  await reverseUncreditedShares(trx, orderId, reason);
  await insertReversalsOfCreditedShares(trx, orderId, reason, now);
}

/**
 * Runs in the transaction that gives back single units of an order: their part of uncredited shares is taken out; of
 * credited ones it is a negative share in the current month.
 */
export async function returnShares(
  trx: Trx,
  orderId: number,
  returned: ReturnOfUnits & { reason: ReversalReason },
): Promise<void> {
  await reduceUncreditedShares(trx, orderId, returned.units);
  await insertReturnsOfCreditedShares(trx, orderId, returned);
}

type Dependencies = Pick<Context, 'db' | 'clock' | 'config'>;

const getShareState = ({ state, credit_month }: ShareRow, lastPaidOutMonth: string | null): ShareState => {
  if (credit_month === null) return state;
  return lastPaidOutMonth !== null && credit_month <= lastPaidOutMonth ? 'paid_out' : 'credited';
};

export const buildShareView = (row: ShareRow, lastPaidOutMonth: string | null) => ({
  id: row.id,
  side: row.side,
  person_id: row.referred_user_id,
  hundredths: row.hundredths,
  price_cents: row.price_cents,
  state: getShareState(row, lastPaidOutMonth),
  reason: row.reason,
  day: localDate(row.pickup_start, row.time_zone).toString(),
  time_zone: row.time_zone,
  created_at: row.created_at.toISOString(),
  approve_at: row.approve_at.toISOString(),
  credit_month: row.credit_month?.slice(0, 7) ?? null,
});

/** First day of the last month whose credit was paid out. */
export async function getLastPaidOutMonth({ db }: Pick<Context, 'db'>, partnerId: number) {
  const [credits, balance] = await Promise.all([
    listCredits(db, partnerId),
    getBalance(db, { kind: 'partner', userId: partnerId }),
  ]);
  return findLastPaidOutMonth(
    credits,
    credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0) + balance,
  );
}

export async function listSharesPage(
  context: Dependencies,
  { actor, query }: Call<typeof endpoints.listShares>,
) {
  const { db, clock, config } = context;
  const { cursor, limit = 20, side, person_id: referredUserId, month } = query;
  const currentMonth = monthOf(clock.now(), config.operatorTimeZone);
  const filter = {
    partnerId: actor.id,
    side,
    referredUserId,
    month: month && (month === currentMonth ? 'open' : `${month}-01`),
  };
  const before = cursor === undefined ? undefined : Number(cursor);
  const [rows, lastPaidOutMonth] = await Promise.all([
    listShares(db, filter, { before, limit: limit + 1 }),
    getLastPaidOutMonth(context, actor.id),
  ]);
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => buildShareView(row, lastPaidOutMonth)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}
