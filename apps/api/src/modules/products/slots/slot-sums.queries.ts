import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { wasOffered } from './on-sale.queries.ts';

/** Days of all time zones begin with one. */
const QUARTER_HOUR = sql`interval '15 minutes'`;
const floorToQuarter = (instant: unknown) =>
  sql`date_bin(${QUARTER_HOUR}, ${instant}::timestamptz, timestamptz '2000-01-01 00:00:00+00')`;
const summedUntil = sql`(select max(starts_at) + ${QUARTER_HOUR} from slot_sums)`;

const unitsOffered = sql`sum(case when ${wasOffered('pickup_slots')} then quantity else quantity - units_left end)`;
const unitsSold = sql`sum(quantity - units_left)`;

/** The end of the last quarter of an hour that was summed up. */
export async function findSummedUntil(db: DbOrTrx): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`select ${summedUntil} as until`.execute(db);
  return rows[0]!.until;
}

/** Sums up the slots that begin in a period, again where they were before. Quarters without slots have a row too. */
export const sumSlots = (db: DbOrTrx, { from, to }: { from: Date; to: Date }) =>
  sql`
    with sums as (
      select ${floorToQuarter(sql`starts_at`)} as starts_at, ${unitsOffered} as offered, ${unitsSold} as sold
      from pickup_slots where starts_at >= ${floorToQuarter(from)} and starts_at < ${floorToQuarter(to)}
      group by 1
    )
    insert into slot_sums as before (starts_at, units_offered, units_sold)
    select quarter, coalesce(offered, 0), coalesce(sold, 0)
    from generate_series(${floorToQuarter(from)}, ${floorToQuarter(to)} - ${QUARTER_HOUR}, ${QUARTER_HOUR}) as quarter
    left join sums on sums.starts_at = quarter
    on conflict (starts_at) do update set units_offered = excluded.units_offered, units_sold = excluded.units_sold
    where (before.units_offered, before.units_sold) <> (excluded.units_offered, excluded.units_sold)`.execute(
    db,
  );

/**
 * Units of the slots that begin in a period, of which the beginning is one of a quarter of an hour. What was summed up
 * is as of then.
 */
export const selectSlotUnits = (period: { starts: unknown; ends: unknown }) => sql<{
  units_offered: number;
  units_sold: number;
}>`(
  select coalesce(sum(units_offered), 0)::int as units_offered, coalesce(sum(units_sold), 0)::int as units_sold
  from (select least(${floorToQuarter(period.ends)}, coalesce(${summedUntil}, '-infinity')) as until) summed
  cross join lateral (
    select units_offered, units_sold from slot_sums where starts_at >= ${period.starts} and starts_at < until
    union all
    select ${unitsOffered}, ${unitsSold} from pickup_slots
    where starts_at >= greatest(${period.starts}, until) and starts_at < ${period.ends}) units)`;
