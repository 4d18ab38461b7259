import type { AllocationChoice } from '@wopack/contract';
import { publicSaleUpTo } from '@wopack/domain';
import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { sharedReadHint } from '../../../platform/performance/prepared-statements.ts';
import { countSold } from '../pickup-calendar/pickup-calendar.queries.ts';
import type { SlotAllocation } from '../products.rules.ts';
import { selectProductNames } from '../translations/translations.queries.ts';
import { isOnSale, selectSlotOnSale } from './on-sale.queries.ts';

/** Slots and products for the module `allocation`, which decides who gets the units left. */
const selectAllocatedSlots = (db: DbOrTrx) =>
  db
    .selectFrom('pickup_slots as slot')
    .innerJoin('products', 'products.id', 'slot.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('businesses', 'businesses.id', 'sale_places.seller_id')
    .select([
      'slot.id',
      'slot.product_id',
      'slot.starts_at',
      'slot.ends_at',
      'slot.quantity',
      'slot.units_left',
    ])
    .select(['slot.closed', 'slot.sold_out', 'slot.allocation'])
    .select(['products.name', 'products.price_cents', 'products.photos'])
    .select(['products.state', 'products.entry_minutes'])
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .select(['sale_places.id as sale_place_id', 'sale_places.name as sale_place_name'])
    .select(['sale_places.time_zone', 'sale_places.seller_id'])
    .select(
      sql<boolean>`coalesce(products.hidden_at, sale_places.hidden_at, businesses.suspended_at) is not null`.as(
        'is_hidden',
      ),
    )
    // As `selectProductsOnSale`.
    .select(
      sql<boolean>`products.state = 'active' and not sale_places.paused and sale_places.removed_at is null
        and sale_places.hidden_at is null and businesses.is_selling and businesses.suspended_at is null
        and not businesses.awaits_payout_account`.as('is_on_sale'),
    );

export const findAllocatedSlot = (db: DbOrTrx, id: number) =>
  selectAllocatedSlots(db).where('slot.id', '=', id).modifyEnd(sharedReadHint).executeTakeFirst();

export type AllocatedSlot = NonNullable<Awaited<ReturnType<typeof findAllocatedSlot>>>;

export const listAllocatedSlots = async (db: DbOrTrx, ids: readonly number[]): Promise<AllocatedSlot[]> =>
  ids.length === 0
    ? []
    : selectAllocatedSlots(db).where('slot.id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/**
 * Slots on sale that will be drawn and whose draw is not open yet, with the end of the slot before: since then they are
 * on sale.
 */
export const listPlannedSlotsOnSale = (db: Db, now: Date) =>
  selectAllocatedSlots(db)
    .where('slot.allocation', '=', sql.lit('planned'))
    .where(isOnSale(now, 'slot'))
    .where('products.state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pickup_slots')
            .select('pickup_slots.id')
            .whereRef('pickup_slots.product_id', '=', 'slot.product_id')
            .whereRef('pickup_slots.ends_at', '<', 'slot.ends_at')
            .where(isOnSale(now)),
        ),
      ),
    )
    .orderBy('slot.id')
    .execute();

/**
 * Reserves what comes back of a sold-out slot for those who wait. Returns whether it is reserved: not when a unit is on
 * public sale, or the window is about to end.
 */
export async function reserveForLine(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pickup_slots')
    .set({ allocation: 'line' })
    .where('id', '=', id)
    .where('closed', '=', false)
    .where('ends_at', '>', publicSaleUpTo(now))
    .where(({ or, and, eb }) =>
      or([eb('allocation', '=', 'line'), and([eb('allocation', '=', 'public'), eb('units_left', '=', 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the units of the slot; undefined when it is not allocated as in `from`. */
export const changeSlotAllocation = (
  trx: Trx,
  id: number,
  { from, to }: { from: SlotAllocation; to: SlotAllocation },
) =>
  trx
    .updateTable('pickup_slots')
    .set({ allocation: to })
    .where('id', '=', id)
    .where('allocation', '=', from)
    .returning(['quantity', 'units_left'])
    .executeTakeFirst();

/** Slots reserved for a line that have units for it, or that go on public sale: closed, or at the end of their window. */
export const listLineSlotsToMove = (db: Db, now: Date) =>
  db
    .selectFrom('pickup_slots')
    .select('id')
    .where('allocation', '=', sql.lit('line'))
    .where(({ or, eb }) =>
      or([eb('units_left', '>', 0), eb('closed', '=', true), eb('ends_at', '<=', publicSaleUpTo(now))]),
    )
    .orderBy('id')
    .execute();

const planColumns = [
  'products.id',
  'products.allocation',
  'products.entry_minutes',
  'products.draws_next',
] as const;

export const findProductPlan = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('products')
    .select(planColumns)
    .select('products.created_at')
    .where('id', '=', id)
    .where('state', '!=', 'removed')
    .executeTakeFirst();

/** Locked, so that concurrent plans are serialised. */
export const lockProductPlan = (trx: Trx, id: number, scope?: BusinessScope) =>
  trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(planColumns)
    .select(['products.created_at', 'products.sale_place_id'])
    .where('products.id', '=', id)
    .where('products.state', '!=', 'removed')
    .$if(scope !== undefined, (query) =>
      query.where(isInScope(scope!, 'sale_places.seller_id', 'sale_places.id')),
    )
    .forNoKeyUpdate('products')
    .executeTakeFirst();

export const saveProductPlan = (
  trx: Trx,
  id: number,
  {
    allocation,
    entry_minutes,
    draws_next,
  }: { allocation: AllocationChoice; entry_minutes: number; draws_next: boolean },
) =>
  trx.updateTable('products').set({ allocation, entry_minutes, draws_next }).where('id', '=', id).execute();

/** Whether slots that are not on sale yet will be drawn; not those with orders or holds. */
export const planSlotsAhead = (trx: Trx, productId: number, isDrawn: boolean, now: Date) =>
  trx
    .updateTable('pickup_slots')
    .set({ allocation: isDrawn ? 'planned' : 'public' })
    .where('product_id', '=', productId)
    .where('allocation', '=', isDrawn ? 'public' : 'planned')
    .where('ends_at', '>', now)
    .whereRef('units_left', '=', 'quantity')
    .where(
      'id',
      'not in',
      trx.selectFrom(selectSlotOnSale(productId, now).as('on_sale')).select('on_sale.id'),
    )
    .execute();

/** The latest slots of a product that are or were on sale, the newest first. */
export const listRecentSlots = (db: DbOrTrx, productId: number, now: Date, limit: number) =>
  db
    .selectFrom('pickup_slots as slot')
    .select(['slot.id', 'slot.date', 'slot.ends_at', 'slot.taken_at', 'slot.quantity'])
    .select(countSold)
    .where('slot.product_id', '=', productId)
    .where('slot.closed', '=', false)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('slot.ends_at', '<=', now),
        eb('slot.id', '=', selectFrom(selectSlotOnSale(productId, now).as('on_sale')).select('on_sale.id')),
      ]),
    )
    .orderBy('slot.ends_at', 'desc')
    .limit(limit)
    .execute();

interface MyProducts {
  scope: BusinessScope;
  salePlaceId?: number;
  productId?: number;
}

/** Products of a seller that have a schedule, with their slot on sale and the start of the one after it. */
export const listMyProductPlans = (db: DbOrTrx, { scope, salePlaceId, productId }: MyProducts, now: Date) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .leftJoinLateral(selectSlotOnSale(sql.ref('products.id'), now).as('slot'), (join) => join.onTrue())
    .select(planColumns)
    .select(['products.name', 'products.price_cents', 'products.created_at'])
    .select(['sale_places.id as sale_place_id', 'sale_places.name as sale_place_name'])
    .select(['sale_places.time_zone', 'slot.id as slot_id'])
    .select(({ selectFrom }) =>
      selectFrom('pickup_slots as later')
        .select('later.starts_at')
        .whereRef('later.product_id', '=', 'products.id')
        .where('later.closed', '=', false)
        .where(sql<boolean>`later.ends_at > coalesce(slot.ends_at, ${now})`)
        .orderBy('later.ends_at')
        .limit(1)
        .as('next_starts_at'),
    )
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('products.state', 'in', ['active', 'paused', 'closed'])
    .$if(salePlaceId !== undefined, (query) => query.where('sale_places.id', '=', salePlaceId!))
    .$if(productId !== undefined, (query) => query.where('products.id', '=', productId!))
    .orderBy('products.id')
    .execute();
