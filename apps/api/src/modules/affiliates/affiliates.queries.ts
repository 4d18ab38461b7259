import type { ReferralSort, ShareReason, ShareSide } from '@wopack/contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { updateInBatches } from '../../platform/db/batches.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { loadLegalNames } from '../identity/index.ts';

export interface ReferredUser {
  id: number;
  created_at: Date;
  left: boolean;
  /** First sale place; null for buyers and for sellers without one. */
  first_place: string | null;
  /** As on the public profile: legal name, else the sale place. */
  name: string | null;
  sale_place_count: number;
  quantity: number;
  total_cents: number;
  yours_hundredths: number;
  last_order_at: Date | null;
}

type ReferredUserRow = Omit<ReferredUser, 'name' | 'total_cents' | 'yours_hundredths'> & {
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
const SUM_COLUMNS = sql`coalesce(sum(sign(hundredths)::int * quantity), 0)::int as quantity,
  coalesce(sum(sign(hundredths)::int * price_cents), 0) as total_cents,
  coalesce(sum(hundredths), 0) as yours_hundredths`;

const selectSalePlaces = (side: ShareSide) =>
  side === 'seller'
    ? sql`(select count(*)::int as sale_place_count,
          (array_agg(name order by removed_at is not null, id))[1] as first_place
        from sale_places where seller_id = referred_user.id)`
    : sql`(select 0 as sale_place_count, null::text as first_place)`;

export interface ReferralOrder {
  by: ReferralSort;
  isAscending: boolean;
}

const NEWEST_FIRST: ReferralOrder = { by: 'created', isAscending: false };

/** Buyers have no name but their number. */
const SORT_KEYS: Record<ReferralSort, RawBuilder<unknown>> = {
  created: sql`id`,
  name: sql`coalesce(fold_words(first_place), '')`,
  quantity: sql`quantity`,
  total: sql`total_cents`,
  yours: sql`yours_hundredths`,
};

interface ReferralPage {
  order?: ReferralOrder;
  /** The last row of the page before. */
  after?: number;
  limit: number;
}

async function selectReferredUsers(
  db: Db,
  side: ShareSide,
  partnerId: number,
  { order = NEWEST_FIRST, after, limit, id }: ReferralPage & { id?: number },
): Promise<ReferredUser[]> {
  const key = SORT_KEYS[order.by];
  const isAfter = order.isAscending ? sql`>` : sql`<`;
  const direction = order.isAscending ? sql`asc` : sql`desc`;
  const { rows } = await sql<ReferredUserRow>`
    with referred as (
      select referred_user.id, referred_user.created_at, referred_user.deleted_at is not null as left,
        sale_place.first_place, sale_place.sale_place_count,
        share.quantity, share.total_cents, share.yours_hundredths, share.last_order_at
      from users referred_user
      cross join lateral (
        select ${SUM_COLUMNS}, max(created_at) filter (where hundredths > 0) as last_order_at
        from affiliate_shares
        where referred_user_id = referred_user.id and side = ${side} and partner_id = ${partnerId} and state <> 'reversed'
      ) share
      cross join lateral ${selectSalePlaces(side)} sale_place
      where ${isReferredBy(side, partnerId)} ${id === undefined ? sql`` : sql`and referred_user.id = ${id}`}
    )
    select id, created_at, "left", first_place, sale_place_count, quantity, total_cents, yours_hundredths, last_order_at
    from referred
    ${
      after === undefined
        ? sql``
        : order.by === 'created'
          ? sql`where id ${isAfter} ${after}`
          : sql`where (${key}, id) ${isAfter} (select ${key}, id from referred where id = ${after})`
    }
    order by ${key} ${direction}, id ${direction}
    limit ${limit}`.execute(db);
  const sellerIds = side === 'seller' ? rows.filter(({ left }) => !left).map((row) => row.id) : [];
  const legalNames = await loadLegalNames(db, sellerIds);
  return rows.map((row) => ({
    ...row,
    name: legalNames.get(row.id) ?? row.first_place,
    total_cents: Number(row.total_cents),
    yours_hundredths: Number(row.yours_hundredths),
  }));
}

export const listReferredUsers = (db: Db, side: ShareSide, partnerId: number, page: ReferralPage) =>
  selectReferredUsers(db, side, partnerId, page);

export const findReferredUser = async (db: Db, side: ShareSide, partnerId: number, id: number) =>
  (await selectReferredUsers(db, side, partnerId, { id, limit: 1 }))[0];

/** All, and those who signed up since an instant. */
export async function countReferredUsers(db: Db, side: ShareSide, partnerId: number, since: Date) {
  const { rows } = await sql<{ total: number; recent: number }>`
    select count(*)::int as total, (count(*) filter (where created_at >= ${since}))::int as recent
    from users referred_user where ${isReferredBy(side, partnerId)}`.execute(db);
  return rows[0]!;
}

/** Sums over all pages. */
export async function sumReferrals(db: Db, side: ShareSide, partnerId: number) {
  const { rows } = await sql<{ quantity: number; total_cents: number; yours_hundredths: number }>`
    select ${SUM_COLUMNS} from affiliate_shares
    where partner_id = ${partnerId} and side = ${side} and state <> 'reversed'`.execute(db);
  const { total } = await countReferredUsers(db, side, partnerId, new Date(0));
  return { people: total, ...rows[0]! };
}

export const hasReferrals = async (db: Db, partnerId: number): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('referred_by', '=', partnerId).limit(1).execute()).length >
  0;

/** Counts a visit of the day; does nothing for an unknown code. */
export const incrementVisits = (db: DbOrTrx, referralCode: string, day: string) =>
  sql`insert into affiliate_visits (partner_id, day, visits)
    select id, ${day}, 1 from users where referral_code = ${referralCode} and is_partner
    on conflict (partner_id, day) do update set visits = affiliate_visits.visits + 1`.execute(db);

/** Adds up days of long ago in the first day of their month, so that totals stay. Returns how many days it took. */
export async function addUpOldVisits(db: DbOrTrx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    WITH old AS (
      DELETE FROM affiliate_visits WHERE (partner_id, day) IN (
        SELECT partner_id, day FROM affiliate_visits
        WHERE extract(day FROM day) <> 1 AND day < ${before}::timestamptz::date ORDER BY day LIMIT ${limit})
      RETURNING partner_id, day, visits
    ), added AS (
      INSERT INTO affiliate_visits (partner_id, day, visits)
      SELECT partner_id, date_trunc('month', day)::date, sum(visits) FROM old GROUP BY 1, 2
      ON CONFLICT (partner_id, day) DO UPDATE SET visits = affiliate_visits.visits + excluded.visits
    )
    SELECT count(*)::int AS days FROM old`.execute(db);
  return rows[0]!.days;
}

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
  updateInBatches(
    db,
    'affiliate_shares',
    sql`state = 'approved', reason = 'time_over', approved_at = approve_at`,
    { by: 'approve_at', isDue: sql`state = 'pending' AND approve_at <= ${now}` },
  );

export const reverseUncreditedShares = (trx: Trx, orderId: number, reason: ShareReason) =>
  trx
    .updateTable('affiliate_shares')
    .set({ state: 'reversed', reason })
    .where('order_id', '=', orderId)
    .where('hundredths', '>', 0)
    .where('state', 'in', ['pending', 'approved'])
    .where('credit_month', 'is', null)
    .execute();

/** One negative share for each credited share of the order: of what its units that were given back singly left of it. */
export const insertReversalsOfCreditedShares = (trx: Trx, orderId: number, reason: ShareReason, now: Date) =>
  sql`insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, quantity,
      returned_quantity, restorations, state, reason, created_at, approve_at, approved_at)
    select share.order_id, side, partner_id, referred_user_id, -sum(hundredths),
      sum(sign(hundredths)::int * share.price_cents), sum(sign(hundredths)::int * share.quantity), orders.quantity,
      orders.restorations, 'approved', ${reason}, ${now}, ${now}, ${now}
    from affiliate_shares share
    join orders on orders.id = share.order_id
    where share.order_id = ${orderId} and share.state <> 'reversed'
    group by share.order_id, side, partner_id, referred_user_id, orders.quantity, orders.restorations
    having bool_or(hundredths > 0 and credit_month is not null) and sum(hundredths) > 0
    on conflict do nothing`.execute(trx);

/**
 * Runs in the transaction that restores a sale. Gives back what a full refund took of the shares of an order: of uncredited ones themselves, of credited ones by another
 * share, in the current month.
 */
export async function restoreShares(
  trx: Trx,
  orderId: number,
  { restorations, now }: { restorations: number; now: Date },
): Promise<void> {
  await sql`update affiliate_shares set
      state = case when approve_at <= ${now} then 'approved' else 'pending' end,
      reason = case when approve_at <= ${now} then 'restored' else 'paid' end,
      approved_at = case when approve_at <= ${now} then ${now}::timestamptz end
    where order_id = ${orderId} and hundredths > 0 and state = 'reversed' and reason = 'refunded'`.execute(
    trx,
  );
  await sql`insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, quantity,
      restorations, state, reason, created_at, approve_at, approved_at)
    select order_id, side, partner_id, referred_user_id, -hundredths, price_cents, quantity,
      ${restorations}::int, 'approved', 'restored', ${now}, ${now}, ${now}
    from affiliate_shares taken
    where order_id = ${orderId} and hundredths < 0 and restorations = ${restorations - 1}
      and returned_quantity = (select quantity from orders where id = taken.order_id)
    on conflict do nothing`.execute(trx);
}

export const reduceUncreditedShares = (trx: Trx, orderId: number, units: number) =>
  sql`update affiliate_shares set hundredths = hundredths - ${units}::int * (hundredths / quantity),
      price_cents = price_cents - ${units}::int * (price_cents / quantity), quantity = quantity - ${units}::int
    where order_id = ${orderId} and hundredths > 0 and state in ('pending', 'approved') and credit_month is null`.execute(
    trx,
  );

/** Units of an order that are given back singly. */
export interface ReturnOfUnits {
  units: number;
  /** Units of the order that were given back in all, with these. */
  returnedUnits: number;
  reason: ShareReason;
  now: Date;
}

/** One negative share of so many units for each credited share of the order. */
export const insertReturnsOfCreditedShares = (
  trx: Trx,
  orderId: number,
  { units, returnedUnits, reason, now }: ReturnOfUnits,
) =>
  sql`insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, quantity,
      returned_quantity, restorations, state, reason, created_at, approve_at, approved_at)
    select order_id, side, partner_id, referred_user_id, -${units}::int * (hundredths / quantity),
      ${units}::int * (price_cents / quantity), ${units}, ${returnedUnits}, restorations, 'approved', ${reason}, ${now}, ${now}, ${now}
    from affiliate_shares share
    where order_id = ${orderId} and hundredths > 0 and credit_month is not null
      -- Of a restored sale, of the share that was given for it anew.
      and not exists (select from affiliate_shares newer where newer.order_id = share.order_id and newer.side = share.side
        and newer.hundredths > 0 and newer.restorations > share.restorations)
    on conflict do nothing`.execute(trx);

interface ShareFilter {
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
    .selectFrom('affiliate_shares as share')
    .innerJoin('orders', 'orders.id', 'share.order_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['share.id', 'share.side', 'share.referred_user_id', 'share.hundredths', 'share.price_cents'])
    .select(['share.state', 'share.reason', 'share.created_at', 'share.approve_at', 'share.credit_month'])
    .select(['orders.pickup_start', 'sale_places.time_zone'])
    .where('share.partner_id', '=', partnerId)
    .$if(side !== undefined, (query) => query.where('share.side', '=', side!))
    .$if(referredUserId !== undefined, (query) => query.where('share.referred_user_id', '=', referredUserId!))
    .$if(month === 'open', (query) =>
      query.where('share.credit_month', 'is', null).where('share.state', '<>', 'reversed'),
    )
    .$if(month !== undefined && month !== 'open', (query) => query.where('share.credit_month', '=', month!))
    .$if(before !== undefined, (query) => query.where('share.id', '<', before!))
    .orderBy('share.id', 'desc')
    .limit(limit)
    .execute();
