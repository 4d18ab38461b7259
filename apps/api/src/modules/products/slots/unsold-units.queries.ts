import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { buildUnreferenced } from '../../../platform/db/unreferenced.queries.ts';
import { wasOffered } from './on-sale.queries.ts';

/** Days of slots in which nobody took part are kept. */
export const UNUSED_SLOT_DAYS = 35;

/**
 * Looks at the next ended slots, in the order of their ids, and deletes those in which nobody took part: no order,
 * payment, draw or entry. What they offered is added to `unsold_units`. Returns how many it looked at.
 */
export async function deleteUnusedSlots(db: DbOrTrx, endedBefore: Date, limit: number): Promise<number> {
  const isUnreferenced = await buildUnreferenced(db, 'pickup_slots');
  const { rows } = await sql<{ examined: number }>`
    WITH next AS (
      SELECT id, ends_at FROM pickup_slots
      WHERE id > (SELECT examined_through FROM slot_deletions FOR UPDATE)
      ORDER BY id LIMIT ${limit}
    ), ended AS (
      SELECT id FROM next WHERE NOT EXISTS (SELECT FROM next open WHERE open.id <= next.id AND open.ends_at >= ${endedBefore})
    ), deleted AS (${deleteUnused(sql`SELECT id FROM ended`, isUnreferenced)}
    ), ${keepUnits}
    UPDATE slot_deletions SET examined_through = (SELECT max(id) FROM ended) WHERE EXISTS (SELECT FROM ended)
    RETURNING (SELECT count(*)::int FROM ended) AS examined`.execute(db);
  return rows[0]?.examined ?? 0;
}

/** Locks slots before what is in them, so that both can be deleted. */
export const lockSlots = (trx: Trx, ids: readonly number[]) =>
  sql`SELECT id FROM pickup_slots WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(trx);

/** The same with certain slots, of which what used them was deleted later. */
export async function deleteSlotsIfUnused(
  db: DbOrTrx,
  ids: readonly number[],
  endedBefore: Date,
): Promise<void> {
  const isUnreferenced = await buildUnreferenced(db, 'pickup_slots');
  const ended = sql`SELECT id FROM pickup_slots WHERE id = ANY (${ids}::bigint[]) AND ends_at < ${endedBefore}`;
  await sql`WITH deleted AS (${deleteUnused(ended, isUnreferenced)}), ${keepUnits} SELECT FROM deleted`.execute(
    db,
  );
}

const deleteUnused = (ids: RawBuilder<unknown>, isUnreferenced: RawBuilder<boolean>) => sql`
  DELETE FROM pickup_slots WHERE id IN (${ids}) AND ${isUnreferenced}
    AND NOT EXISTS (SELECT FROM payments WHERE payments.slot_id = pickup_slots.id)
    -- The forecast reads of the question who chose the number. It is deleted first, and then its slot.
    AND NOT EXISTS (SELECT FROM stock_questions WHERE stock_questions.slot_id = pickup_slots.id)
  RETURNING product_id, date, quantity, ${wasOffered('pickup_slots')} AS was_offered`;

/** Adds up the units of the slots `deleted` that offered them. */
const keepUnits = sql`offered AS (
    SELECT product_id, date_trunc('month', date)::date AS month, extract(day FROM date)::int AS day, quantity
    FROM deleted WHERE was_offered AND quantity > 0
  ), kept AS (
    INSERT INTO unsold_units (product_id, month, units)
    SELECT product_id, month, array_agg(coalesce(quantity, 0)::smallint ORDER BY day)
    FROM (SELECT DISTINCT product_id, month FROM offered) months CROSS JOIN generate_series(1, 31) AS day
    LEFT JOIN offered USING (product_id, month, day)
    GROUP BY product_id, month
    ON CONFLICT (product_id, month) DO UPDATE SET units = ARRAY(
      SELECT former + added FROM unnest(unsold_units.units, excluded.units) WITH ORDINALITY AS day (former, added, n) ORDER BY n)
  )`;

/** What deleted slots offered, in columns for sales figures: a row for each product and day between two dates. */
export const selectUnsoldUnits = ({ from, to }: { from: string; to: string }) => sql`
  (select unsold.product_id, unsold.month + (day.n::int - 1) as date, day.units as offered
    from unsold_units unsold cross join lateral unnest(unsold.units) with ordinality as day (units, n)
    where unsold.month between date_trunc('month', ${from}::date)::date and ${to}::date and day.units > 0
      and unsold.month + (day.n::int - 1) between ${from}::date and ${to}::date)`;
