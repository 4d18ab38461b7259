import type { endpoints, ShareSide } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { getReferralStatus } from './affiliates.rules.ts';
import { findReferredUser, listReferredUsers, type ReferredUser, sumReferrals } from './referrals.queries.ts';

export const buildReferredBuyerView = (user: ReferredUser, now: Date) => ({
  id: user.id,
  status: getReferralStatus(user, now),
  quantity: user.quantity,
  total_cents: user.total_cents,
  yours_hundredths: user.yours_hundredths,
  created_at: user.created_at.toISOString(),
  last_order_at: user.last_order_at?.toISOString() ?? null,
});

export const buildReferredSellerView = (user: ReferredUser, now: Date) => ({
  ...buildReferredBuyerView(user, now),
  name: user.name,
  places: user.sale_place_count,
});

async function loadPage(
  { db }: Context,
  side: ShareSide,
  { actor, query }: Call<typeof endpoints.listReferredBuyers | typeof endpoints.listReferredSellers>,
) {
  const { cursor, limit = 20 } = query;
  const before = cursor === undefined ? undefined : Number(cursor);
  const [rows, sums] = await Promise.all([
    listReferredUsers(db, side, actor.id, { before, limit: limit + 1 }),
    before === undefined ? sumReferrals(db, side, actor.id) : null,
  ]);
  const users = rows.slice(0, limit);
  return {
    users,
    next_cursor: rows.length > limit ? String(users.at(-1)!.id) : null,
    totals: sums,
  };
}

export async function listReferredBuyers(context: Context, call: Call<typeof endpoints.listReferredBuyers>) {
  const { users, ...rest } = await loadPage(context, 'buyer', call);
  const now = context.clock.now();
  return { data: users.map((user) => buildReferredBuyerView(user, now)), ...rest };
}

export async function listReferredSellers(
  context: Context,
  call: Call<typeof endpoints.listReferredSellers>,
) {
  const { users, ...rest } = await loadPage(context, 'seller', call);
  const now = context.clock.now();
  return { data: users.map((user) => buildReferredSellerView(user, now)), ...rest };
}

/** A user referred by this partner; any other is reported as missing. */
export async function getReferredUser({ db }: Context, side: ShareSide, partnerId: number, id: number) {
  const user = await findReferredUser(db, side, partnerId, id);
  if (!user) throw new AppError('notFound');
  return user;
}
