import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { isBoughtByMember } from '../orders.queries.ts';
import { pickupTime, savedCents, unitsSold } from '../units-sold.queries.ts';
import type { ImpactFigures, OrdersOfTown } from './impact.rules.ts';

/** Figures of a town's sale places; without a key, of those that are in none. */
interface TownMonth {
  townKey: string | null;
  month: string;
  minBuyers: number;
}

/** What counts, see `impact.queries.ts`, with whether its buyer is somebody else than a member of the business. */
const countedOrders = ({ townKey, month }: TownMonth) => sql`
  select orders.seller_id, orders.sale_place_id, orders.user_id, not ${isBoughtByMember} as is_buyer,
    ${unitsSold} as units, orders.weight_grams, ${savedCents} as saved
  from sale_place_towns town
  join sale_places on sale_places.id = town.sale_place_id
  join orders on orders.sale_place_id = town.sale_place_id
  where ${townKey === null ? sql`town.town_key is null` : sql`town.town_key = ${townKey}`}
    and orders.state = 'collected'
    and orders.pickup_start >= ${`${month}-01`}::date - interval '2 days'
    and orders.pickup_start < ${`${month}-01`}::date + interval '1 month 2 days'
    and ${pickupTime} >= ${`${month}-01`}::date and ${pickupTime} < ${`${month}-01`}::date + interval '1 month'`;

const figures = sql`sum(units)::int as packs,
  coalesce(sum(units) filter (where weight_grams is not null), 0)::int as packs_with_weight,
  coalesce(sum(units::bigint * weight_grams), 0)::bigint as grams,
  coalesce(sum(saved), 0)::bigint as saved_cents`;

const buyersOfPlace = sql`count(distinct user_id) filter (where is_buyer)::int`;

/** Writes the sums of a month of each sale place of the town; those that have none any more are deleted. */
export async function saveSalePlaceImpacts(trx: Trx, of: TownMonth): Promise<void> {
  await sql`
    with counted as (${countedOrders(of)}),
      places as (select sale_place_id, ${buyersOfPlace} as buyers, ${figures} from counted group by sale_place_id),
      emptied as (delete from sale_place_impacts impact using sale_place_towns town
        where impact.month = ${`${of.month}-01`}::date and town.sale_place_id = impact.sale_place_id
          and ${of.townKey === null ? sql`town.town_key is null` : sql`town.town_key = ${of.townKey}`}
          and not exists (select from places where places.sale_place_id = impact.sale_place_id))
    insert into sale_place_impacts as impact
      (sale_place_id, month, buyers, packs, packs_with_weight, grams, saved_cents)
    select sale_place_id, ${`${of.month}-01`}::date, buyers, packs, packs_with_weight, grams, saved_cents from places
    on conflict (sale_place_id, month) do update set buyers = excluded.buyers, packs = excluded.packs,
      packs_with_weight = excluded.packs_with_weight, grams = excluded.grams, saved_cents = excluded.saved_cents
    where (impact.buyers, impact.packs, impact.packs_with_weight, impact.grams, impact.saved_cents) is distinct from
      (excluded.buyers, excluded.packs, excluded.packs_with_weight, excluded.grams, excluded.saved_cents)`.execute(
    trx,
  );
}

/** The orders of a month of a town: all of them, and apart those of sale places with few buyers and of the others. */
export const sumOrdersOfTown = async (trx: Trx, of: TownMonth): Promise<OrdersOfTown[]> =>
  (
    await sql<OrdersOfTown>`
      with counted as materialized (${countedOrders(of)}),
        few as (select sale_place_id from counted group by sale_place_id having ${buyersOfPlace} < ${of.minBuyers}),
        parts as materialized (
          select part, seller_id, user_id, is_buyer, units, weight_grams, saved
          from counted cross join lateral (values ('all'),
            (case when exists (select from few where few.sale_place_id = counted.sale_place_id) then 'few' else 'many' end)
          ) as named(part)),
        buyers as (select part, user_id, count(distinct seller_id) as businesses, min(seller_id) as business
          from parts where is_buyer group by part, user_id),
        of_one_business as (select part, business, count(*) as buyers from buyers where businesses = 1
          group by part, business)
      select part, ${figures},
        coalesce((select count(*) from buyers where buyers.part = parts.part), 0)::int as buyers,
        (coalesce((select count(*) from buyers where buyers.part = parts.part), 0)
          - coalesce((select max(of_one_business.buyers) from of_one_business where of_one_business.part = parts.part), 0)
        )::int as buyers_without_one
      from parts group by part`.execute(trx)
  ).rows;

interface TownImpact extends ImpactFigures {
  buyers: number;
  buyers_without_one: number;
}

/** Null: none any more. */
export async function saveTownImpact(
  trx: Trx,
  { townKey, month }: { townKey: string; month: string },
  impact: TownImpact | null,
): Promise<void> {
  const key = { town_key: townKey, month: `${month}-01` };
  if (!impact) {
    await trx
      .deleteFrom('town_impacts')
      .where('town_key', '=', key.town_key)
      .where('month', '=', key.month)
      .execute();
    return;
  }
  const values = {
    buyers: impact.buyers,
    buyers_without_one: impact.buyers_without_one,
    packs: impact.packs,
    packs_with_weight: impact.packs_with_weight,
    grams: impact.grams,
    saved_cents: impact.saved_cents,
  };
  await trx
    .insertInto('town_impacts')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['town_key', 'month']).doUpdateSet(values))
    .execute();
}

const month = sql<string>`to_char(month, 'YYYY-MM')`.as('month');
const figureColumns = ['packs', 'packs_with_weight', 'grams', 'saved_cents'] as const;

/** Months of a town that are shown, oldest first. */
export const listMonthsOfTown = (db: DbOrTrx, townKey: string, minBuyers: number) =>
  db
    .selectFrom('town_impacts')
    .select(month)
    .select(figureColumns)
    .where('town_key', '=', townKey)
    .where('buyers_without_one', '>=', minBuyers)
    .orderBy('town_impacts.month')
    .execute();

/** Months of a sale place that are shown, oldest first. */
export const listMonthsOfSalePlace = (db: DbOrTrx, salePlaceId: number, minBuyers: number) =>
  db
    .selectFrom('sale_place_impacts')
    .select(month)
    .select(figureColumns)
    .where('sale_place_id', '=', salePlaceId)
    .where('buyers', '>=', minBuyers)
    .orderBy('sale_place_impacts.month')
    .execute();

const MAX_TOWNS = 200;

/** Towns that have a month to show since one, those with most units first. */
export const listTownsWithImpact = (db: DbOrTrx, { from, minBuyers }: { from: string; minBuyers: number }) =>
  db
    .selectFrom('town_impacts')
    .innerJoin('towns', 'towns.key', 'town_impacts.town_key')
    .select(['towns.key', 'towns.name'])
    .select(({ fn }) => fn.sum<string>('town_impacts.packs').as('packs'))
    .where('town_impacts.month', '>=', `${from}-01`)
    .where('town_impacts.buyers_without_one', '>=', minBuyers)
    .groupBy(['towns.key', 'towns.name'])
    .orderBy('packs', 'desc')
    .orderBy('towns.key')
    .limit(MAX_TOWNS)
    .execute();

export const hasImpacts = async (db: DbOrTrx): Promise<boolean> =>
  (await db.selectFrom('sale_place_impacts').select('month').limit(1).executeTakeFirst()) !== undefined;

export async function deleteOldImpacts(db: DbOrTrx, before: string): Promise<void> {
  const due = { by: 'month', isDue: sql`month < ${`${before}-01`}::date` } as const;
  await deleteInBatches(db, 'sale_place_impacts', due);
  await deleteInBatches(db, 'town_impacts', due);
}
