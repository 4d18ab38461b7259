import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

export const listPriceTiers = (db: Db) =>
  db.selectFrom('price_tiers').select(['price_cents', 'old_price_cents']).orderBy('price_cents').execute();

export const upsertPriceTier = (db: Db, tier: { price_cents: number; old_price_cents: number }) =>
  db
    .insertInto('price_tiers')
    .values(tier)
    .onConflict((conflict) => conflict.column('price_cents').doUpdateSet(tier))
    .execute();

/** Returns false when there is no such tier, or products have this price. */
export const deletePriceTier = async (db: Db, priceCents: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('price_tiers')
    .where('price_cents', '=', priceCents)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('products').select(sql`1`.as('one')).where('price_cents', '=', priceCents))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export type TypeTable = 'product_types' | 'sale_place_types';

export const listTypes = (db: Db, table: TypeTable) =>
  db.selectFrom(table).select(['id', 'slug', 'name']).orderBy('id').execute();

export const upsertType = (
  db: Db,
  table: TypeTable,
  { id, slug, name }: { id: number; slug: string; name: Record<string, string> },
) => {
  const type = { id, slug, name: JSON.stringify(name) };
  return db
    .insertInto(table)
    .values(type)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(type))
    .execute();
};
