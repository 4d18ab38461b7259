import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { hasTypedWords } from '../../../platform/db/typed-words.queries.ts';
import type { ListQuery } from '../lists/list.ts';
import type { RowOf } from '../lists/lists.queries.ts';

export const filterPriceTiers = (
  db: DbOrTrx,
  { state, price_cents: priceCents }: ListQuery<'AdminPriceTiers'> & { price_cents?: number },
) =>
  db
    .selectFrom('price_tiers')
    .$if(state !== undefined, (query) =>
      query.where('price_tiers.retired_at', state === 'retired' ? 'is not' : 'is', null),
    )
    .$if(priceCents !== undefined, (query) => query.where('price_tiers.price_cents', '=', priceCents!));

/** Products are counted once for all rows. */
export const selectPriceTiers = (rows: ReturnType<typeof filterPriceTiers>) =>
  rows
    .leftJoin(
      sql<{ price_cents: number; products: number }>`(
        select price_cents, count(*)::int as products from products where state <> 'removed' group by price_cents)`.as(
        'used',
      ),
      'used.price_cents',
      'price_tiers.price_cents',
    )
    .select(['price_tiers.price_cents', 'price_tiers.old_price_cents', 'price_tiers.retired_at'])
    .select(sql<number>`coalesce(used.products, 0)`.as('products'));

export type PriceTierRow = RowOf<typeof selectPriceTiers>;

export const filterProductTypes = (
  db: DbOrTrx,
  { q = '', state, id }: ListQuery<'AdminProductTypes'> & { id?: number },
) => {
  return db
    .selectFrom('product_types')
    .$if(q.trim() !== '', (query) =>
      query.where(
        sql<boolean>`exists (select from jsonb_each_text(name) where ${hasTypedWords(sql`value`, q.trim())})`,
      ),
    )
    .$if(state !== undefined, (query) =>
      query.where('product_types.retired_at', state === 'retired' ? 'is not' : 'is', null),
    )
    .$if(id !== undefined, (query) => query.where('product_types.id', '=', id!));
};

export const selectProductTypes = (rows: ReturnType<typeof filterProductTypes>) =>
  rows
    .leftJoin(
      sql<{ type_id: number; products: number }>`(
        select type_id, sum(products)::int as products
        from (select type_ids, count(*) as products from products where state <> 'removed' group by type_ids) as sets,
          unnest(type_ids) as type_id
        group by type_id)`.as('used'),
      'used.type_id',
      'product_types.id',
    )
    .select(['product_types.id', 'product_types.slug', 'product_types.name', 'product_types.icon'])
    .select('product_types.retired_at')
    .select(sql<number>`coalesce(used.products, 0)`.as('products'));

export type ProductTypeRow = RowOf<typeof selectProductTypes>;
