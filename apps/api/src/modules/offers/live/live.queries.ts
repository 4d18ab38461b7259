import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { preparedStatementHint } from '../../../platform/db/prepared-statements.ts';

/** What is left of each of these packs in the slot on sale, and its window. */
export const listStock = (db: Db, ids: number[], now: Date) =>
  db
    .selectFrom('products as p')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('pickup_slots')
          .select(['id', 'left', 'starts_at', 'ends_at'])
          .whereRef('product_id', '=', 'p.id')
          .where('ends_at', '>', now)
          .where(sql<boolean>`not closed`)
          .orderBy('ends_at')
          .limit(sql.lit(1))
          .as('slot'),
      (join) => join.on('p.state', '=', sql.lit('active')),
    )
    .select(['p.id as product_id', 'slot.id as slot_id', 'slot.starts_at', 'slot.ends_at'])
    .select(sql<number>`coalesce(slot."left", 0)`.as('quantity'))
    .where('p.id', '=', sql<number>`any(${ids}::int[])`)
    .where('p.state', '!=', sql.lit('draft'))
    .modifyEnd(preparedStatementHint)
    .execute();
