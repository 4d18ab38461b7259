import type { ShareSide } from '@wopack/contract';
import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/db/database.ts';
import { loadLegalNames } from '../identity/index.ts';

export interface ReferredUser {
  id: number;
  created_at: Date;
  left: boolean;
  /** As on the public profile: legal name, else first sale place; null for buyers and for sellers without either. */
  name: string | null;
  sale_place_count: number;
  quantity: number;
  total_cents: number;
  yours_hundredths: number;
  last_order_at: Date | null;
}

type ReferredUserRow = Omit<ReferredUser, 'total_cents' | 'yours_hundredths'> & {
  total_cents: string;
  yours_hundredths: string;
};

/** Users with the seller role are sellers, all others buyers. Users with shares on the other side are on both lists. */
const isOnSide = (side: ShareSide) =>
  side === 'seller'
    ? sql`referred_user.is_seller`
    : sql`not referred_user.is_seller and referred_user.deleted_at is null`;

const isReferredBy = (side: ShareSide, partnerId: number) => sql`
  referred_user.referred_by = ${partnerId} and (${isOnSide(side)} or exists (
    select from affiliate_shares where referred_user_id = referred_user.id and side = ${side} and partner_id = ${partnerId}))`;

/** Reversals have negative amounts and are subtracted. */
const SUM_COLUMNS = sql`coalesce(sum(sign(hundredths)), 0)::int as quantity,
  coalesce(sum(sign(hundredths)::int * price_cents), 0) as total_cents,
  coalesce(sum(hundredths), 0) as yours_hundredths`;

const selectSalePlaces = (side: ShareSide) =>
  side === 'seller'
    ? sql`(select count(*)::int as sale_place_count,
          (array_agg(name order by removed_at is not null, id))[1] as name
        from sale_places where seller_id = referred_user.id)`
    : sql`(select 0 as sale_place_count, null::text as name)`;

async function selectReferredUsers(
  db: Db,
  side: ShareSide,
  partnerId: number,
  { before, limit, id }: { before?: number; limit: number; id?: number },
): Promise<ReferredUser[]> {
  const { rows } = await sql<ReferredUserRow>`
    select referred_user.id, referred_user.created_at, referred_user.deleted_at is not null as left,
      sale_place.name, sale_place.sale_place_count, share.quantity, share.total_cents, share.yours_hundredths, share.last_order_at
    from users referred_user
    cross join lateral (
      select ${SUM_COLUMNS}, max(created_at) filter (where hundredths > 0) as last_order_at
      from affiliate_shares
      where referred_user_id = referred_user.id and side = ${side} and partner_id = ${partnerId} and state <> 'reversed'
    ) share
    cross join lateral ${selectSalePlaces(side)} sale_place
    where ${isReferredBy(side, partnerId)}
      and (${before ?? null}::int is null or referred_user.id < ${before ?? null})
      and (${id ?? null}::int is null or referred_user.id = ${id ?? null})
    order by referred_user.id desc
    limit ${limit}`.execute(db);
  const sellerIds = side === 'seller' ? rows.filter(({ left }) => !left).map((row) => row.id) : [];
  const legalNames = await loadLegalNames(db, sellerIds);
  return rows.map((row) => ({
    ...row,
    name: legalNames.get(row.id) ?? row.name,
    total_cents: Number(row.total_cents),
    yours_hundredths: Number(row.yours_hundredths),
  }));
}

export const listReferredUsers = (
  db: Db,
  side: ShareSide,
  partnerId: number,
  page: { before?: number; limit: number },
) => selectReferredUsers(db, side, partnerId, page);

export const findReferredUser = async (db: Db, side: ShareSide, partnerId: number, id: number) =>
  (await selectReferredUsers(db, side, partnerId, { id, limit: 1 }))[0];

export const countReferredUsers = async (db: Db, side: ShareSide, partnerId: number): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from users referred_user
      where ${isReferredBy(side, partnerId)}`.execute(db)
  ).rows[0]!.count;

/** Sums over all pages. */
export async function sumReferrals(db: Db, side: ShareSide, partnerId: number) {
  const { rows } = await sql<{ quantity: number; total_cents: string; yours_hundredths: string }>`
    select ${SUM_COLUMNS} from affiliate_shares
    where partner_id = ${partnerId} and side = ${side} and state <> 'reversed'`.execute(db);
  const { quantity, total_cents, yours_hundredths } = rows[0]!;
  return {
    people: await countReferredUsers(db, side, partnerId),
    quantity,
    total_cents: Number(total_cents),
    yours_hundredths: Number(yours_hundredths),
  };
}

export const hasReferrals = async (db: Db, partnerId: number): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('referred_by', '=', partnerId).limit(1).execute()).length >
  0;

/** Counts a visit of the day; does nothing for an unknown code. */
export const incrementVisits = (db: DbOrTrx, referralCode: string, day: string) =>
  sql`insert into affiliate_visits (partner_id, day, visits)
    select id, ${day}, 1 from users where referral_code = ${referralCode} and is_partner
    on conflict (partner_id, day) do update set visits = affiliate_visits.visits + 1`.execute(db);
