import { publicSaleUpTo } from '@wopack/domain';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database, DbOrTrx } from '../../../platform/db/database.ts';
import { sharedReadHint } from '../../../platform/performance/prepared-statements.ts';

/** Whether a slot is on sale, sold out or not: its window is not over and it is not closed. `slot`: its alias in the query. */
export const isOnSale = (now: Date, slot = 'pickup_slots') =>
  sql<boolean>`(${sql.ref(`${slot}.ends_at`)} > ${now} and not ${sql.ref(`${slot}.closed`)})`;

/** Buyers choose during a day; before, another slot of the product is on sale. */
export const TIME_ON_SALE = sql`interval '24 hours'`;

/**
 * Whether a slot offered what it was made for: its product was on sale for at least half of the time in which buyers choose,
 * or all of it was taken. Slots are generated ahead and stay when a product is paused, closed or hidden. Of a slot that is
 * not over, as if its product stayed off sale until then.
 */
export const wasOffered = (slot: string) => {
  const endsAt = sql.ref(`${slot}.ends_at`);
  return sql<boolean>`(not ${sql.ref(`${slot}.closed`)} and (${sql.ref(`${slot}.units_left`)} = 0 or coalesce((
    select sum(least(off_sale.ended_at, ${endsAt}) - greatest(off_sale.began_at, ${endsAt} - ${TIME_ON_SALE}))
    from off_sale_periods off_sale
    where off_sale.product_id = ${sql.ref(`${slot}.product_id`)} and off_sale.began_at < ${endsAt}
      and coalesce(off_sale.ended_at > ${endsAt} - ${TIME_ON_SALE}, true)
  ) <= ${TIME_ON_SALE} / 2, true)))`;
};

/** Whether anybody may take a unit: no draw is ahead and nobody waits, or the window is about to end. */
export const isForPublicSale = (now: Date) =>
  sql<boolean>`(pickup_slots.allocation = 'public' or pickup_slots.ends_at <= ${publicSaleUpTo(now)})`;

/** Whether units are for those who wait in line, or won a draw. */
export const isForLine = (now: Date) =>
  sql<boolean>`(pickup_slots.allocation = 'line' and not ${isForPublicSale(now)})`;

/** The slot on sale of a product: the next one. `productId` may be a column of an outer query. */
export const selectSlotOnSale = (productId: number | RawBuilder<number>, now: Date) =>
  expressionBuilder<Database>()
    .selectFrom('pickup_slots')
    .select(['id', 'starts_at', 'ends_at', 'quantity', 'units_left', 'allocation'])
    .where('product_id', '=', productId)
    .where(isOnSale(now))
    .orderBy('ends_at')
    .limit(sql.lit(1));

/** The price and seller of a product on sale; undefined when it is not. */
export const findProductForSale = (db: DbOrTrx, productId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.price_cents', 'products.max_per_order', 'sale_places.seller_id'])
    .where('products.id', '=', productId)
    .where('products.state', '=', 'active')
    .executeTakeFirst();

/**
 * The price and seller of a product on sale with its slot on sale, whose columns are null when there is none; undefined
 * when the product is not on sale.
 */
export const findProductWithSlotForSale = (db: DbOrTrx, productId: number, now: Date) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .leftJoinLateral(selectSlotOnSale(sql.ref<number>('products.id'), now).as('slot'), (join) =>
      join.onTrue(),
    )
    .select(['products.id', 'products.price_cents', 'sale_places.seller_id', 'sale_places.time_zone'])
    .select('products.max_per_order')
    .select(['slot.id as slot_id', 'slot.ends_at', 'slot.quantity', 'slot.units_left', 'slot.allocation'])
    .where('products.id', '=', productId)
    .where('products.state', '=', 'active')
    .modifyEnd(sharedReadHint)
    .executeTakeFirst();

/**
 * The same of a unit on hold for the user, also when its product or date has been taken off sale; not what an operator
 * hides. Without `slotId` the hold that ends first.
 */
export const findProductWithSlotOnHold = (
  db: DbOrTrx,
  { productId, slotId, userId }: { productId: number; slotId: number | null; userId: number },
) =>
  db
    .selectFrom('payments')
    .innerJoin('pickup_slots as slot', 'slot.id', 'payments.slot_id')
    .innerJoin('products', 'products.id', 'slot.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('businesses', 'businesses.id', 'sale_places.seller_id')
    .select(['products.id', 'products.price_cents', 'sale_places.seller_id', 'sale_places.time_zone'])
    .select('products.max_per_order')
    .select(['slot.id as slot_id', 'slot.ends_at', 'slot.quantity', 'slot.units_left', 'slot.allocation'])
    .where('payments.user_id', '=', userId)
    // A literal: the partial index of holds is not used for a parameter.
    .where('payments.state', '=', sql.lit('pending'))
    .where('products.id', '=', productId)
    .where('products.hidden_at', 'is', null)
    .where('sale_places.hidden_at', 'is', null)
    .where('businesses.suspended_at', 'is', null)
    .$if(slotId !== null, (query) => query.where('slot.id', '=', slotId!))
    .orderBy('payments.expires_at')
    .executeTakeFirst();
