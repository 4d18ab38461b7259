import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import { selectBusinessDiscount } from '../../credit/index.ts';
import { isOnSale, selectUnsoldUnits, wasOffered } from '../../products/index.ts';
import { type DateRangeOfSales, type SalesTotals, SOLD_STATES } from '../orders.rules.ts';

export interface SalesFilter {
  scope: BusinessScope;
  salePlaceId: number | null;
  productId: number | null;
  range: DateRangeOfSales;
}

/** Units of the order `o` that were not given back singly. */
const keptUnits = sql`(o.quantity - o.returned_quantity)`;

/**
 * One row for each sold order with its units that were not given back, one for each offered slot, and one for each that was deleted unsold. Orders count for the sale place that sold them and on the
 * date of their slot, a calendar day at the sale place.
 */
const selectOrderFacts = ({ scope, salePlaceId, productId, range: { from, to } }: SalesFilter) => sql`
  select slot.date, o.sale_place_id, o.product_id, 0 as offered, kept.units as sold,
    case when o.state = 'collected' then kept.units else 0 end as collected, kept.price_cents,
    kept.price_cents + o.refunded_cents - o.price_cents as refunded_cents, kept.commission_cents,
    ${selectBusinessDiscount('o')} as discount_cents,
    greatest(o.price_cents - o.refunded_cents - kept.commission_cents - ${selectBusinessDiscount('o')}, 0) as earning_cents
  from orders o
  cross join lateral (select ${keptUnits} as units, o.price_cents / o.quantity * ${keptUnits} as price_cents,
    o.commission_cents / o.quantity * ${keptUnits} as commission_cents) kept
  join pickup_slots slot on slot.id = o.slot_id
  where ${isInScope(scope, 'o.seller_id', 'o.sale_place_id')} and o.state = any(${SOLD_STATES}) and slot.date between ${from} and ${to}
    -- Coarse bounds for the index; the date of the slot is exact.
    and o.pickup_start between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
    and (${salePlaceId}::int is null or o.sale_place_id = ${salePlaceId})
    and (${productId}::int is null or o.product_id = ${productId})
  union all
  select slot.date, product.sale_place_id, product.id,
    case when ${wasOffered('slot')} then slot.quantity else slot.quantity - slot.units_left end, 0, 0, 0, 0, 0, 0, 0
  from sale_places place
  join products product on product.sale_place_id = place.id
  join pickup_slots slot on slot.product_id = product.id
  where ${isInScope(scope, 'place.seller_id', 'place.id')} and slot.date between ${from} and ${to}
    and (${salePlaceId}::int is null or place.id = ${salePlaceId})
    and (${productId}::int is null or product.id = ${productId})
  union all
  select unsold.date, product.sale_place_id, product.id, unsold.offered, 0, 0, 0, 0, 0, 0, 0
  from sale_places place
  join products product on product.sale_place_id = place.id
  join ${selectUnsoldUnits({ from, to })} unsold on unsold.product_id = product.id
  where ${isInScope(scope, 'place.seller_id', 'place.id')} and (${salePlaceId}::int is null or place.id = ${salePlaceId})
    and (${productId}::int is null or product.id = ${productId})`;

/** Weekdays and hours in which the sold units were bought, at their sale places. */
export async function listSoldByHour(
  db: Db,
  { scope, salePlaceId, productId, range: { from, to } }: SalesFilter,
) {
  const { rows } = await sql<{ weekday: number; hour: number; sold: number }>`
    select extract(isodow from bought_at)::int as weekday, extract(hour from bought_at)::int as hour,
      sum(units)::int as sold
    from (
      select o.created_at at time zone place.time_zone as bought_at, ${keptUnits} as units
      from orders o
      join pickup_slots slot on slot.id = o.slot_id
      join sale_places place on place.id = o.sale_place_id
      where ${isInScope(scope, 'o.seller_id', 'o.sale_place_id')} and o.state = any(${SOLD_STATES}) and slot.date between ${from} and ${to}
        and o.pickup_start between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
        and (${salePlaceId}::int is null or o.sale_place_id = ${salePlaceId})
        and (${productId}::int is null or o.product_id = ${productId})
    ) sold
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Adds up collected orders by what their sellers declared at the purchase. */
export async function sumDeclaredWeight(
  db: Db,
  { scope, salePlaceId, productId, range: { from, to } }: SalesFilter,
) {
  const { rows } = await sql<{ packs: number; grams: number }>`
    select coalesce(sum(${keptUnits}), 0)::int as packs,
      coalesce(sum(${keptUnits}::bigint * o.weight_grams), 0)::float8 as grams
    from orders o
    join pickup_slots slot on slot.id = o.slot_id
    where ${isInScope(scope, 'o.seller_id', 'o.sale_place_id')} and o.state = 'collected'
      and o.weight_grams is not null and slot.date between ${from} and ${to}
      and o.pickup_start between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
      and (${salePlaceId}::int is null or o.sale_place_id = ${salePlaceId})
      and (${productId}::int is null or o.product_id = ${productId})`.execute(db);
  return rows[0]!;
}

const SUM_COLUMNS = sql`coalesce(sum(offered), 0)::int as offered, coalesce(sum(sold), 0)::int as sold,
  coalesce(sum(collected), 0)::int as collected, coalesce(sum(price_cents), 0)::int as price_cents,
  coalesce(sum(refunded_cents), 0)::int as refunded_cents,
  coalesce(sum(commission_cents), 0)::int as commission_cents,
  coalesce(sum(discount_cents), 0)::int as discount_cents,
  coalesce(sum(earning_cents), 0)::int as earning_cents`;

const summedColumns = sql`summed.date, summed.sale_place_id, summed.product_id, summed.offered, summed.sold,
  summed.collected, summed.price_cents, summed.refunded_cents, summed.commission_cents,
  summed.discount_cents, summed.earning_cents`;

/** Totals by day, by product and overall, in one pass. */
export async function listProductTotals(db: Db, filter: SalesFilter) {
  const { rows } = await sql<
    SalesTotals & {
      date: string | null;
      sale_place_id: number | null;
      product_id: number | null;
      place_name: string | null;
      product_name: string | null;
    }
  >`
    select ${summedColumns}, place.name as place_name, product.name as product_name
    from (
      select date, sale_place_id, product_id, ${SUM_COLUMNS}
      from (${selectOrderFacts(filter)}) fact
      group by grouping sets ((date), (sale_place_id, product_id), ())
    ) summed
    left join sale_places place on place.id = summed.sale_place_id
    left join products product on product.id = summed.product_id
    order by date, place.name, place.id, product.name, product.id`.execute(db);
  return rows;
}

/** Totals by day and product. */
export async function listDayTotals(db: Db, filter: SalesFilter) {
  const { rows } = await sql<SalesTotals & { date: string; place_name: string; product_name: string }>`
    select ${summedColumns}, place.name as place_name, product.name as product_name
    from (
      select date, sale_place_id, product_id, ${SUM_COLUMNS}
      from (${selectOrderFacts(filter)}) fact
      group by date, sale_place_id, product_id
    ) summed
    join sale_places place on place.id = summed.sale_place_id
    join products product on product.id = summed.product_id
    order by date, place.name, place.id, product.name, product.id`.execute(db);
  return rows;
}

/** Totals by sale place, with how many units of cancelled orders the seller cancelled. Ratings are those of all time. */
export async function listSalePlaceTotals(
  db: Db,
  { scope, range: { from, to } }: Pick<SalesFilter, 'scope' | 'range'>,
) {
  const { rows } = await sql<
    SalesTotals & {
      id: number;
      name: string;
      address: string;
      rating_sum: number;
      rating_count: number;
      cancelled: number;
    }
  >`
    select place.id, place.name, place.address, place.rating_sum, place.rating_count,
      coalesce(cancelled.units, 0) as cancelled, coalesce(summed.offered, 0) as offered,
      coalesce(summed.sold, 0) as sold, coalesce(summed.collected, 0) as collected,
      coalesce(summed.price_cents, 0) as price_cents, coalesce(summed.refunded_cents, 0) as refunded_cents,
      coalesce(summed.commission_cents, 0) as commission_cents,
      coalesce(summed.discount_cents, 0) as discount_cents,
      coalesce(summed.earning_cents, 0) as earning_cents
    from sale_places place
    left join (
      select sale_place_id, ${SUM_COLUMNS}
      from (${selectOrderFacts({ scope, salePlaceId: null, productId: null, range: { from, to } })}) fact
      group by sale_place_id
    ) summed on summed.sale_place_id = place.id
    left join (
      select o.sale_place_id, sum(${keptUnits})::int as units
      from orders o
      join pickup_slots slot on slot.id = o.slot_id
      where ${isInScope(scope, 'o.seller_id', 'o.sale_place_id')} and o.state = 'cancelled_by_store'
        and not o.cancelled_by_operator
        and slot.date between ${from} and ${to}
        and o.pickup_start between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
      group by o.sale_place_id
    ) cancelled on cancelled.sale_place_id = place.id
    where ${isInScope(scope, 'place.seller_id', 'place.id')} and (place.removed_at is null
      or summed.offered > 0 or summed.sold > 0 or cancelled.units > 0)
    order by place.name, place.id`.execute(db);
  return rows;
}

/** Whether the product belongs to the scope. */
export const hasProduct = async (db: Db, scope: BusinessScope, productId: number): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('products.id')
    .where('products.id', '=', productId)
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .executeTakeFirst()) !== undefined;

/** Excludes cancelled and fully refunded orders and units; partial refunds reduce the earning. */
export async function sumSalesBetween(
  db: DbOrTrx,
  {
    scope,
    salePlaceId,
    from,
    to,
  }: { scope: BusinessScope; salePlaceId: number | null; from: Date; to: Date },
) {
  const priceOfKept = sql`price_cents / quantity * (quantity - returned_quantity)`;
  const commissionOfKept = sql`commission_cents / quantity * (quantity - returned_quantity)`;
  return db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity - returned_quantity), 0)::int`.as('packs'))
    .select(
      sql<number>`coalesce(sum(quantity - returned_quantity) filter (where state = 'paid'), 0)::int`.as(
        'open',
      ),
    )
    .select(sql<number>`coalesce(sum(${priceOfKept}), 0)::int`.as('price_cents'))
    .select(sql<number>`coalesce(sum(${commissionOfKept}), 0)::int`.as('commission_cents'))
    .select(
      sql<number>`coalesce(sum(${priceOfKept} + refunded_cents - price_cents), 0)::int`.as('refunded_cents'),
    )
    .select(sql<number>`coalesce(sum(${selectBusinessDiscount()}), 0)::int`.as('discount_cents'))
    .select(
      sql<number>`coalesce(sum(greatest(price_cents - refunded_cents - ${commissionOfKept} - ${selectBusinessDiscount()}, 0)), 0)::int`.as(
        'earning_cents',
      ),
    )
    .where(isInScope(scope, 'seller_id', 'sale_place_id'))
    .where('state', 'in', ['paid', 'collected', 'not_collected'])
    .where('pickup_start', '>=', from)
    .where('pickup_start', '<', to)
    .$if(salePlaceId !== null, (query) => query.where('sale_place_id', '=', salePlaceId!))
    .executeTakeFirstOrThrow();
}

/** Whether a slot is offered, or was until its end: a product that is off sale offers nothing. */
const isOffered = (now: Date) =>
  sql<boolean>`(products.state = 'active' and ${isOnSale(now)}
    or pickup_slots.ends_at <= ${now} and ${wasOffered('pickup_slots')})`;

/** Slots of a date that are offered or have sold something. */
const selectSlotsOn = (
  db: DbOrTrx,
  { scope, salePlaceId, date, now }: SlotsOnFilter,
  { withRunning = false } = {},
) =>
  db
    .selectFrom('pickup_slots')
    .innerJoin('products', 'products.id', 'pickup_slots.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where(({ or, and, eb }) =>
      or([
        eb('pickup_slots.date', '=', date),
        ...(withRunning
          ? [
              and([
                eb('pickup_slots.date', '=', Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()),
                eb('pickup_slots.ends_at', '>', now),
              ]),
            ]
          : []),
      ]),
    )
    .where(sql<boolean>`(${isOffered(now)} or pickup_slots.units_left < pickup_slots.quantity)`)
    .$if(salePlaceId !== null, (query) => query.where('sale_places.id', '=', salePlaceId!));

interface SlotsOnFilter {
  scope: BusinessScope;
  salePlaceId: number | null;
  date: string;
  now: Date;
}

/** Units offered on a date. */
export const sumSlotsOn = (db: DbOrTrx, filter: SlotsOnFilter) =>
  selectSlotsOn(db, filter)
    .select(
      sql<number>`coalesce(sum(case when ${isOffered(filter.now)} then pickup_slots.quantity
        else pickup_slots.quantity - pickup_slots.units_left end), 0)::int`.as('quantity'),
    )
    .executeTakeFirstOrThrow();

/** The different windows of a date, and of the day before those that have not ended, in their order. */
export const listWindowsOn = (db: DbOrTrx, filter: SlotsOnFilter) =>
  selectSlotsOn(db, filter, { withRunning: true })
    .select(['pickup_slots.starts_at', 'pickup_slots.ends_at'])
    .distinct()
    .orderBy('pickup_slots.starts_at')
    .orderBy('pickup_slots.ends_at')
    .execute();
