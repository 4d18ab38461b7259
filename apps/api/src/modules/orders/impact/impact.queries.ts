import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { pickupMonth, pickupTime, savedCents, unitsSold } from '../units-sold.queries.ts';
import type { ImpactFigures, MonthFigures } from './impact.rules.ts';

/** Whose orders count: those of a buyer, or of a member's sale places. */
export type ImpactScope = { userId: number } | { scope: BusinessScope; salePlaceId: number | null };

interface MonthsRange {
  from: string;
  to: string;
}

function isCounted(of: ImpactScope) {
  if ('userId' in of) return sql`orders.user_id = ${of.userId}`;
  return sql`${isInScope(of.scope, 'orders.seller_id', 'orders.sale_place_id')}
    and (${of.salePlaceId}::int is null or orders.sale_place_id = ${of.salePlaceId})`;
}

/** Collected orders that were not given back, of months at their sale places. */
const selectCounted = (of: ImpactScope, { from, to }: MonthsRange) => sql`
  from orders join sale_places on sale_places.id = orders.sale_place_id
  where orders.state = 'collected'
    and ${isCounted(of)}
    -- Coarse bounds for the index; the month at the sale place is exact.
    and orders.pickup_start >= ${`${from}-01`}::date - interval '2 days'
    and orders.pickup_start < ${`${to}-01`}::date + interval '1 month 2 days'
    and ${pickupTime} >= ${`${from}-01`}::date and ${pickupTime} < ${`${to}-01`}::date + interval '1 month'`;

const figures = sql`coalesce(sum(${unitsSold}), 0)::int as packs,
  coalesce(sum(${unitsSold}) filter (where orders.weight_grams is not null), 0)::int as packs_with_weight,
  coalesce(sum(${unitsSold}::bigint * orders.weight_grams), 0)::float8 as grams,
  coalesce(sum(${savedCents}), 0)::float8 as saved_cents`;

/** Months without any are left out. */
export async function listImpactMonths(db: DbOrTrx, of: ImpactScope, range: MonthsRange) {
  const { rows } = await sql<MonthFigures>`
    select ${pickupMonth} as month, ${figures} ${selectCounted(of, range)}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The same in one sum. */
export async function sumImpact(db: DbOrTrx, of: ImpactScope, range: MonthsRange): Promise<ImpactFigures> {
  const { rows } = await sql<ImpactFigures>`select ${figures} ${selectCounted(of, range)}`.execute(db);
  return rows[0]!;
}

const MAX_PRODUCTS = 20;

/** Products of a month with their weight as declared then, those with most units first. */
export async function listImpactProducts(db: DbOrTrx, of: ImpactScope, month: string) {
  const { rows } = await sql<{
    name: string;
    sale_place: string;
    packs: number;
    weight_grams: number | null;
  }>`
    select max(orders.product_name) as name, max(sale_places.name) as sale_place, sum(${unitsSold})::int as packs,
      orders.weight_grams
    ${selectCounted(of, { from: month, to: month })}
    group by orders.product_id, orders.weight_grams
    order by packs desc, orders.product_id, orders.weight_grams
    limit ${MAX_PRODUCTS}`.execute(db);
  return rows;
}
