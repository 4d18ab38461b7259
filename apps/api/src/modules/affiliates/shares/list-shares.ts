import type { endpoints, ShareState } from '@wopack/contract';
import { monthOf } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { getBalance } from '../../ledger/index.ts';
import { findLastPaidOutMonth } from '../affiliates.rules.ts';
import { listCredits } from '../overview.queries.ts';
import { listShares, type ShareRow } from './share-list.queries.ts';

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
