import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

interface ReviewPage {
  /** The last of the page before. */
  after: { at: Date; orderId: number } | null;
  limit: number;
}

/** A seller's ratings, newest first. Of who asked to be deleted neither name nor words are shown. */
export const listReviews = (db: Db, sellerId: number, { after, limit }: ReviewPage) =>
  db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['ratings.order_id', 'ratings.stars', 'ratings.created_at'])
    .select(['orders.product_id', 'orders.product_name', 'orders.sale_place_id'])
    .select('sale_places.name as place_name')
    .select(sql<string>`case when users.deleted_at is null then ratings.text else '' end`.as('text'))
    .select(sql<string>`case when users.deleted_at is null then users.name else '' end`.as('name'))
    .where('ratings.seller_id', '=', sellerId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(ratings.created_at, ratings.order_id) < (${after!.at}::timestamptz, ${after!.orderId}::bigint)`,
      ),
    )
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')
    .limit(limit)
    .execute();
