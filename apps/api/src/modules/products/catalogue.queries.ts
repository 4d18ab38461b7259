import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { LocalizedNames } from '../../platform/db/schema.ts';

/** All of them: products keep the types they have. Only those that are not retired can be chosen. */
export const listProductTypes = (db: DbOrTrx) =>
  db.selectFrom('product_types').select(['id', 'slug', 'name', 'icon', 'retired_at']).orderBy('id').execute();

/** All of them, as above. */
export const listPriceTiers = (db: DbOrTrx) =>
  db
    .selectFrom('price_tiers')
    .select(['price_cents', 'old_price_cents', 'retired_at'])
    .orderBy('price_cents')
    .execute();

export const lockPriceTier = (trx: Trx, priceCents: number) =>
  trx
    .selectFrom('price_tiers')
    .select(['price_cents', 'old_price_cents', 'retired_at'])
    .where('price_cents', '=', priceCents)
    .forUpdate()
    .executeTakeFirst();

/** Returns false when there is one of this price. */
export const insertPriceTier = async (
  trx: Trx,
  tier: { price_cents: number; old_price_cents: number },
): Promise<boolean> =>
  (
    await trx
      .insertInto('price_tiers')
      .values(tier)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows! > 0n;

export const updatePriceTierRow = (
  trx: Trx,
  priceCents: number,
  change: { old_price_cents?: number; retired_at?: Date | null },
) => trx.updateTable('price_tiers').set(change).where('price_cents', '=', priceCents).execute();

/** One change of the types at a time: a new id follows the last one, and one type must remain. */
export const lockProductTypes = async (trx: Trx) => {
  await sql`lock table product_types in share row exclusive mode`.execute(trx);
  return listProductTypes(trx);
};

interface ProductTypeValues {
  name: LocalizedNames;
  icon: string;
}

export const insertProductType = (
  trx: Trx,
  { id, slug, name, icon }: ProductTypeValues & { id: number; slug: string },
) =>
  trx
    .insertInto('product_types')
    .values({ id, slug, name: JSON.stringify(name), icon })
    .execute();

export const updateProductTypeRow = (
  trx: Trx,
  id: number,
  { name, icon, retired_at }: Partial<ProductTypeValues> & { retired_at?: Date | null },
) =>
  trx
    .updateTable('product_types')
    .set({
      ...(name && { name: JSON.stringify(name) }),
      ...(icon !== undefined && { icon }),
      ...(retired_at !== undefined && { retired_at }),
    })
    .where('id', '=', id)
    .execute();

type Types = Awaited<ReturnType<typeof listProductTypes>>;

const cachedTypes = new WeakMap<Db, { loadedAt: number; types: Promise<Types> }>();

/**
 * Seven rows that every list needs and that rarely change, cached for a minute. Uses monotonic time:
 * the age of the cache is independent of the application clock.
 */
export function getCachedProductTypes(db: Db): Promise<Types> {
  const cached = cachedTypes.get(db);
  if (cached && performance.now() - cached.loadedAt < 60_000) return cached.types;
  const types = listProductTypes(db);
  cachedTypes.set(db, { loadedAt: performance.now(), types });
  types.catch(() => cachedTypes.delete(db));
  return types;
}

export const clearCachedProductTypes = (db: Db): boolean => cachedTypes.delete(db);
