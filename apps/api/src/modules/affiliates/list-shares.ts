import type { endpoints, ShareState } from '@wopack/contract';
import { monthOf } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { balanceOf } from '../ledger/index.ts';
import { paidOutUntil } from './affiliates.rules.ts';
import { creditsOf } from './overview.queries.ts';
import { listShares, type ShareRow } from './share-list.queries.ts';

type Needed = Pick<Context, 'db' | 'clock' | 'config'>;

const stateOf = ({ state, credit_month }: ShareRow, paidOut: string | null): ShareState => {
  if (credit_month === null) return state;
  return paidOut !== null && credit_month <= paidOut ? 'paid_out' : 'credited';
};

export const shareView = (row: ShareRow, paidOut: string | null) => ({
  id: row.id,
  side: row.side,
  person_id: row.person_id,
  hundredths: row.hundredths,
  price_cents: row.price_cents,
  state: stateOf(row, paidOut),
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  approve_at: row.approve_at.toISOString(),
  credit_month: row.credit_month?.slice(0, 7) ?? null,
});

/** The first day of the last month that reached the partner's bank account. */
export async function paidOutMonth({ db }: Pick<Context, 'db'>, partnerId: number) {
  const [credits, balance] = await Promise.all([
    creditsOf(db, partnerId),
    balanceOf(db, `partner:${partnerId}`),
  ]);
  return paidOutUntil(credits, credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0) + balance);
}

export async function sharePage(context: Needed, { actor, query }: Call<typeof endpoints.affiliateShares>) {
  const { db, clock, config } = context;
  const { cursor, limit = 20, side, person_id: personId, month } = query;
  const running = monthOf(clock.now(), config.operatorZone);
  const filter = {
    partnerId: actor.id,
    side,
    personId,
    month: month && (month === running ? 'open' : `${month}-01`),
  };
  const before = cursor === undefined ? undefined : Number(cursor);
  const [rows, paidOut] = await Promise.all([
    listShares(db, filter, { before, limit: limit + 1 }),
    paidOutMonth(context, actor.id),
  ]);
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => shareView(row, paidOut)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}
