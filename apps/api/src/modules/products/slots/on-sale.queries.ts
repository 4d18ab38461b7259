import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Whether a slot is on sale, sold out or not: its window is not over and it is not closed. `slot`: its alias in the query. */
export const isOnSale = (now: Date, slot = 'pickup_slots') =>
  sql<boolean>`(${sql.ref(`${slot}.ends_at`)} > ${now} and not ${sql.ref(`${slot}.closed`)})`;

/** The slot on sale of a product: the next one. `productId` may be a column of an outer query. */
export const selectSlotOnSale = (productId: number | RawBuilder<number>, now: Date) =>
  expressionBuilder<Database>()
    .selectFrom('pickup_slots')
    .select(['id', 'starts_at', 'ends_at', 'left'])
    .where('product_id', '=', productId)
    .where(isOnSale(now))
    .orderBy('ends_at')
    .limit(sql.lit(1));
