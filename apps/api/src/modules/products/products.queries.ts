import type { LocalizedNames, VatRate } from '@wopack/domain';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { addSalePlaceRating, toEarth } from '../sale-places/index.ts';

type NewProduct = Omit<
  Insertable<Database['products']>,
  ('id' | 'state' | 'rating_sum' | 'rating_count') | ('earth' | 'search' | 'created_at')
>;

/** Null: the rate that its seller states for all. */
export const vatRateOfProduct = sql<VatRate>`case when products.is_vat_mixed then to_jsonb('mixed'::text)
  else to_jsonb(products.vat_percent) end`;

/** Inserts a draft; it is not listed until its schedule is saved. That of a copy is what its original has. */
export function insertProduct(
  trx: Trx,
  product: NewProduct,
  position: { latitude: number; longitude: number },
  now: Date,
) {
  const earth = toEarth(position.latitude, position.longitude);
  return trx
    .insertInto('products')
    .values({
      sale_place_id: product.sale_place_id,
      name: product.name,
      description: product.description,
      language: product.language,
      price_cents: product.price_cents,
      old_price_cents: product.old_price_cents,
      type_ids: product.type_ids,
      photos: product.photos,
      ...(product.allergens && { allergens: product.allergens }),
      is_free_of_allergens: product.is_free_of_allergens ?? false,
      awaits_allergens: product.awaits_allergens ?? false,
      ...(product.diet && { diet: product.diet }),
      is_perishable: product.is_perishable ?? true,
      weight_grams: product.weight_grams ?? null,
      ...(product.own_code && { own_code: product.own_code }),
      vat_percent: product.vat_percent ?? null,
      is_vat_mixed: product.is_vat_mixed ?? false,
      earth,
      search: sql<unknown>`''::tsvector`,
      daily_quantity: product.daily_quantity ?? null,
      ...(product.max_per_order !== undefined && { max_per_order: product.max_per_order }),
      schedule: product.schedule ?? null,
      link_id: product.link_id ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export const updateProduct = (trx: Trx, id: number, change: Updateable<Database['products']>) =>
  trx.updateTable('products').set(change).where('id', '=', id).execute();

/**
 * Takes the products of a seller or a sale place off sale, or puts them back. Paused products and drafts
 * stay as they are; what is paused by its seller, hidden by an operator, without the allergens that the operator asks for
 * or of a business that awaits its payout account stays closed.
 */
export const setProductsOnSale = (
  trx: Trx,
  scope: { sellerId: number } | { salePlaceId: number } | { productId: number },
  onSale: boolean,
) =>
  trx
    .updateTable('products')
    .set({ state: onSale ? 'active' : 'closed' })
    .where('state', '=', onSale ? 'closed' : 'active')
    .$if(onSale, (update) => update.where('hidden_at', 'is', null).where('awaits_allergens', '=', false))
    .$if('productId' in scope, (update) =>
      update.where('id', '=', (scope as { productId: number }).productId),
    )
    .where('sale_place_id', 'in', (salePlaces) =>
      salePlaces
        .selectFrom('sale_places')
        .select('id')
        .$if('sellerId' in scope, (select) =>
          select.where('seller_id', '=', (scope as { sellerId: number }).sellerId),
        )
        .$if('salePlaceId' in scope, (select) =>
          select.where('id', '=', (scope as { salePlaceId: number }).salePlaceId),
        )
        .$if(onSale, (select) =>
          select
            .where('paused', '=', false)
            .where('hidden_at', 'is', null)
            .where('seller_id', 'not in', (sellers) =>
              sellers
                .selectFrom('businesses')
                .select('businesses.id')
                .where((or) =>
                  or.or([or('suspended_at', 'is not', null), or('awaits_payout_account', '=', true)]),
                ),
            ),
        ),
    )
    .execute();

const namesNoAllergens = sql<SqlBool>`allergens = '{}' and not is_free_of_allergens`;

/** Sale places, by id, with products that are off sale for want of allergens, or must be from now on. */
export const listSalePlacesToOpenOrClose = async (
  db: DbOrTrx,
  { isRequired, after, limit }: { isRequired: boolean; after: number; limit: number },
): Promise<number[]> =>
  (
    await db
      .selectFrom('products')
      .select('sale_place_id')
      .distinct()
      .where('state', '!=', 'removed')
      .where('awaits_allergens', '=', !isRequired)
      .$if(isRequired, (select) => select.where(namesNoAllergens))
      .where('sale_place_id', '>', after)
      .orderBy('sale_place_id')
      .limit(limit)
      .execute()
  ).map((row) => row.sale_place_id);

export const closeWithoutAllergens = (trx: Trx, salePlaceId: number) =>
  trx
    .updateTable('products')
    .set({ awaits_allergens: true, state: sql`case state when 'active' then 'closed' else state end` })
    .where('sale_place_id', '=', salePlaceId)
    .where('state', '!=', 'removed')
    .where('awaits_allergens', '=', false)
    .where(namesNoAllergens)
    .execute();

/** Whether there were any. */
export const stopAwaitingAllergens = async (trx: Trx, salePlaceId: number): Promise<boolean> =>
  (
    await trx
      .updateTable('products')
      .set({ awaits_allergens: false })
      .where('sale_place_id', '=', salePlaceId)
      .where('awaits_allergens', '=', true)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const findProductState = (trx: Trx, id: number) =>
  trx
    .selectFrom('products')
    .select(['id', 'sale_place_id', 'state', 'hidden_at', 'name'])
    .where('id', '=', id)
    .where('state', '!=', 'removed')
    .executeTakeFirst();

/** Adds the rating of one order to the product and its sale place; negative stars take it back. */
export async function addProductRating(trx: Trx, productId: number, stars: number): Promise<void> {
  const { sale_place_id: salePlaceId } = await trx
    .selectFrom('products')
    .select('sale_place_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  // Lock order: a sale place before its products.
  await addSalePlaceRating(trx, salePlaceId, stars);
  await trx
    .updateTable('products')
    .set({
      rating_sum: sql`rating_sum + ${stars}::int`,
      rating_count: sql`rating_count + ${Math.sign(stars)}::int`,
    })
    .where('id', '=', productId)
    .execute();
}

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
