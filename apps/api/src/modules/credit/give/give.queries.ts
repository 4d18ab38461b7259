import type { CreditSource } from '@wopack/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { selectBusinessDiscount } from '../discounts.queries.ts';

/** Rows of a user of which something is left or on hold, in the order in which they are used. */
export const listGrants = async (db: DbOrTrx, userId: number, now: Date) =>
  (
    await sql<{
      id: number;
      source: CreditSource;
      place_name: string | null;
      amount_cents: number;
      left_cents: number;
      on_hold_cents: number;
      ends_at: Date | null;
      note: string | null;
      created_at: Date;
    }>`
      SELECT grants.id, grants.source, place.name AS place_name, grants.amount_cents,
        CASE WHEN grants.ends_at <= ${now} THEN 0 ELSE grants.left_cents END AS left_cents,
        held.cents AS on_hold_cents, grants.ends_at, grants.note, grants.created_at
      FROM credit_grants grants
      LEFT JOIN orders ON orders.id = grants.order_id AND grants.seller_id IS NOT NULL
      LEFT JOIN sale_places place ON place.id = orders.sale_place_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(uses.amount_cents - uses.returned_cents), 0)::int AS cents
        FROM credit_uses uses JOIN payments ON payments.id = uses.payment_id
        WHERE uses.grant_id = grants.id AND payments.state = 'pending') held
      WHERE grants.user_id = ${userId}
        AND ((grants.left_cents > 0 AND (grants.ends_at IS NULL OR grants.ends_at > ${now})) OR held.cents > 0)
      ORDER BY grants.ends_at NULLS LAST, grants.created_at, grants.id`.execute(db)
  ).rows;

export const getAvailableCents = async (db: DbOrTrx, userId: number, now: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('credit_grants')
        .select(({ fn }) => fn.coalesce(fn.sum('left_cents'), sql`0`).as('cents'))
        .where('user_id', '=', userId)
        .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
        .executeTakeFirstOrThrow()
    ).cents,
  );

/** Entries of a buyer's account, newest first; negative in the ledger is the buyer's. */
export const listCreditEntries = async (
  db: DbOrTrx,
  userId: number,
  { before, limit }: { before: string | null; limit: number },
) =>
  (
    await sql<{
      id: string;
      at: Date;
      kind: string;
      amount_cents: number;
      source: CreditSource | null;
      place_name: string | null;
      order_id: number | null;
      product_name: string | null;
    }>`
      SELECT e.id::text AS id, t.created_at AS at, t.kind, -e.amount_cents AS amount_cents, grants.source,
        place.name AS place_name, orders.id AS order_id, orders.product_name
      FROM ledger_accounts account
      JOIN ledger_entries e ON e.account_id = account.id
      JOIN ledger_transactions t ON t.id = e.transaction_id
      LEFT JOIN credit_grants grants ON grants.id = t.credit_grant_id
      LEFT JOIN orders ON orders.payment_id = t.payment_id
      LEFT JOIN orders thanked ON thanked.id = grants.order_id AND grants.seller_id IS NOT NULL
      LEFT JOIN sale_places place ON place.id = coalesce(orders.sale_place_id, thanked.sale_place_id)
      WHERE account.account_kind = 'credit' AND account.user_id = ${userId}
        AND (${before}::bigint IS NULL OR e.id < ${before}::bigint)
      ORDER BY e.id DESC LIMIT ${limit}`.execute(db)
  ).rows;

/** What a business has given for an order. */
export async function getThanksForOrder(
  db: DbOrTrx,
  orderId: number,
): Promise<{ grantedCents: number; endedCents: number }> {
  const sums = await db
    .selectFrom('credit_grants')
    .select(({ fn }) => [
      fn.coalesce(fn.sum('amount_cents'), sql`0`).as('given_cents'),
      fn.coalesce(fn.sum('ended_cents'), sql`0`).as('ended_cents'),
    ])
    .where('order_id', '=', orderId)
    .where('seller_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return { grantedCents: Number(sums.given_cents), endedCents: Number(sums.ended_cents) };
}

/** Credit that a business gave for an order by hand, the last first, and what the business still earns by the order. */
export const listThanks = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('credit_grants')
    .innerJoin('orders', 'orders.id', 'credit_grants.order_id')
    .select(['credit_grants.id', 'amount_cents', 'left_cents', 'ended_cents'])
    .select(earnedCents.as('earned_cents'))
    .where('order_id', '=', orderId)
    .where('source', '=', 'business')
    .orderBy('credit_grants.id', 'desc')
    .execute();

/** What operators gave to a user by hand. */
export const getGrantedByOperators = async (db: DbOrTrx, userId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('credit_grants')
        .select(({ fn }) => fn.coalesce(fn.sum('amount_cents'), sql`0`).as('cents'))
        .where('user_id', '=', userId)
        .where('source', '=', 'support')
        .executeTakeFirstOrThrow()
    ).cents,
  );

export const isOrderOfUser = async (trx: Trx, orderId: number, userId: number): Promise<boolean> =>
  (await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

const orderColumns = ['orders.id', 'orders.user_id', 'orders.pickup_end', 'orders.is_perishable'] as const;

/** What the business still earns by an order whose pickup is over; nothing by one that was cancelled or refunded whole. */
const earnedCents = sql<number>`CASE WHEN orders.state IN ('collected', 'not_collected') THEN greatest(orders.earning_cents
  - ${selectBusinessDiscount('orders')} - orders.refunded_cents
  + orders.returned_quantity * (orders.commission_cents / orders.quantity), 0) ELSE 0 END`;

/** An order of a business, whose buyer has not left. */
export const findThankedOrder = (db: DbOrTrx, businessId: number, id: number) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(orderColumns)
    .select(earnedCents.as('earned_cents'))
    .select([
      'orders.state',
      'orders.product_name',
      'sale_places.name as place_name',
      'sale_places.time_zone',
      'users.name',
      'users.surname',
    ])
    .select(sql<boolean>`users.deleted_at is not null`.as('has_left'))
    .where('orders.id', '=', id)
    .where('orders.seller_id', '=', businessId)
    .executeTakeFirst();

/** Serialises what is given for an order. */
export const lockThankedOrder = (trx: Trx, businessId: number, id: number) =>
  trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('seller_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findGrant = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('credit_grants')
    .select(['id', 'user_id', 'left_cents', 'source'])
    .where('id', '=', id)
    .executeTakeFirst();

/** By the index of grants with something left. */
export const listEndedGrantIds = async (db: DbOrTrx, now: Date, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom('credit_grants')
      .select('id')
      .where('ends_at', '<=', now)
      .where('left_cents', '>', 0)
      .orderBy('ends_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Whose credit ends until then and who were not told. */
export const listUsersToNotify = async (
  db: DbOrTrx,
  { now, until }: { now: Date; until: Date },
  limit: number,
): Promise<number[]> =>
  (
    await db
      .selectFrom('credit_grants')
      .select('user_id')
      .distinct()
      .where('ends_at', '>', now)
      .where('ends_at', '<=', until)
      .where('left_cents', '>', 0)
      .where('end_noticed_at', 'is', null)
      .limit(limit)
      .execute()
  ).map(({ user_id }) => user_id);

/** Notes that they were told, and returns what of. */
export const markNotified = (trx: Trx, userId: number, { now, until }: { now: Date; until: Date }) =>
  trx
    .updateTable('credit_grants')
    .set({ end_noticed_at: now })
    .where('user_id', '=', userId)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', until)
    .where('left_cents', '>', 0)
    .where('end_noticed_at', 'is', null)
    .returning(['left_cents', 'ends_at'])
    .execute();

/** Leaves out grants of which nothing is left. */
export const listGrantIdsOf = async (trx: Trx, userId: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('credit_grants')
      .select('id')
      .where('user_id', '=', userId)
      .where('left_cents', '>', 0)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
