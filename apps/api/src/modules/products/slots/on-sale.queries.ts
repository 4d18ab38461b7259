import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Whether a slot is on sale, sold out or not: its window is not over and it is not closed. `slot`: its alias in the query. */
export const isOnSale = (now: Date, slot = 'pickup_slots') =>
  sql<boolean>`(${sql.ref(`${slot}.ends_at`)} > ${now} and not ${sql.ref(`${slot}.closed`)})`;

/** As `publicSaleAt` of the domain. */
const PUBLIC_SALE_MS = 30 * 60_000;

/** Whether anybody may take a unit: no draw is ahead and nobody waits, or the window is about to end. */
export const isForPublicSale = (now: Date) =>
  sql<boolean>`(pickup_slots.allocation = 'public' or pickup_slots.ends_at <= ${new Date(now.getTime() + PUBLIC_SALE_MS)})`;

/** The slot on sale of a product: the next one. `productId` may be a column of an outer query. */
export const selectSlotOnSale = (productId: number | RawBuilder<number>, now: Date) =>
  expressionBuilder<Database>()
    .selectFrom('pickup_slots')
    .select(['id', 'starts_at', 'ends_at', 'left', 'allocation'])
    .where('product_id', '=', productId)
    .where(isOnSale(now))
    .orderBy('ends_at')
    .limit(sql.lit(1));
