import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';

/** `waitingSince`: reports of before this instant wait for an operator. */
export const filterProblems = (
  db: DbOrTrx,
  { state, seller_id }: ListQuery<'Problems'>,
  waitingSince: Date,
) =>
  db
    .selectFrom('reports')
    .$if(state === 'with_seller', (query) =>
      query.where('reports.answered_at', 'is', null).where('reports.created_at', '>=', waitingSince),
    )
    .$if(state === 'waiting', (query) =>
      query.where('reports.answered_at', 'is', null).where('reports.created_at', '<', waitingSince),
    )
    .$if(state === 'answered', (query) => query.where('reports.answered_by', '=', 'seller'))
    .$if(state === 'decided', (query) => query.where('reports.answered_by', '=', 'operator'))
    .$if(seller_id !== undefined, (query) => query.where('reports.seller_id', '=', seller_id!));

export const selectProblems = (rows: ReturnType<typeof filterProblems>) =>
  rows
    .innerJoin('orders', 'orders.id', 'reports.order_id')
    .innerJoin('users as buyer', 'buyer.id', 'orders.user_id')
    .innerJoin('users as seller', 'seller.id', 'orders.seller_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'orders.seller_id')
    .select(['reports.order_id', 'reports.created_at', 'reports.answered_at', 'reports.answered_by'])
    .select(['reports.text', 'orders.user_id', 'orders.seller_id', 'orders.sale_place_id'])
    .select(['orders.product_id', 'orders.product_name', 'orders.price_cents', 'orders.refunded_cents'])
    .select(['orders.state', 'sale_places.name as place_name'])
    .select(['reports.question_at', 'reports.seller_message_at'])
    .select(fullName('buyer').as('buyer_name'))
    .select(sql<string>`coalesce(legal_identities.legal_name, ${fullName('seller')})`.as('seller_name'));

export type ProblemRow = RowOf<typeof selectProblems>;

/** Orders and problems of both sides of an order. */
export async function countSides(
  db: DbOrTrx,
  { user_id, seller_id }: { user_id: number; seller_id: number },
) {
  const count = (table: string, condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where ${condition})`;
  return db
    .selectNoFrom([
      count('orders', sql`user_id = ${user_id}`).as('buyer_orders'),
      sql<number>`(select count(*)::int from reports join orders on orders.id = reports.order_id where orders.user_id = ${user_id})`.as(
        'buyer_problems',
      ),
      count('orders', sql`seller_id = ${seller_id}`).as('seller_orders'),
      count('reports', sql`seller_id = ${seller_id}`).as('seller_problems'),
    ])
    .executeTakeFirstOrThrow();
}
