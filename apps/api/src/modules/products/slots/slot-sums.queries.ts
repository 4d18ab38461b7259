import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

/** Days of all time zones begin with one. */
const QUARTER_HOUR = sql`interval '15 minutes'`;
const floorToQuarter = (instant: unknown) =>
  sql`date_bin(${QUARTER_HOUR}, ${instant}::timestamptz, timestamptz '2000-01-01 00:00:00+00')`;
const summedUntil = sql`(select max(starts_at) + ${QUARTER_HOUR} from slot_sums)`;

const unitsOffered = sql`sum(case when closed then quantity - units_left else quantity end)`;
const unitsSold = sql`sum(quantity - units_left)`;

/**
 * Sums up the slots that begin in the next `quarters` of an hour before `to`: those after what was summed up last, or
 * from `from` on. Quarters without slots have a row too. Returns how many there were.
 */
export async function sumNextSlots(
  db: DbOrTrx,
  { from, to }: { from: Date; to: Date },
  quarters: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with span as materialized (
      select first, least(first + ${quarters} * ${QUARTER_HOUR}, ${floorToQuarter(to)}) as last
      from (select coalesce(${summedUntil}, ${floorToQuarter(from)}) as first) span
    ), sums as (
      select ${floorToQuarter(sql`starts_at`)} as starts_at, ${unitsOffered} as offered, ${unitsSold} as sold
      from pickup_slots where starts_at >= (select first from span) and starts_at < (select last from span)
      group by 1
    )
    insert into slot_sums (starts_at, units_offered, units_sold)
    select quarter, coalesce(offered, 0), coalesce(sold, 0)
    from span cross join generate_series(first, last - ${QUARTER_HOUR}, ${QUARTER_HOUR}) as quarter
    left join sums on sums.starts_at = quarter`.execute(db);
  return Number(numAffectedRows);
}

/** Units of the slots that begin in a period, of which the beginning is one of a quarter of an hour. */
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
