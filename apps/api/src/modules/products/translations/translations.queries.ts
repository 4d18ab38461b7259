import type { Language } from '@wopack/domain';
import { type Expression, sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { anyOf, sharedReadHint } from '../../../platform/performance/prepared-statements.ts';

export interface ProductText {
  name: string;
  description: string;
}

/** The text of a product in a language that is not its own. */
export const findProductText = async (
  db: DbOrTrx,
  product: { id: number; language: Language },
  language: Language,
) =>
  product.language === language
    ? null
    : ((await db
        .selectFrom('product_texts')
        .select(['language', 'name', 'description', 'is_translated'])
        .where('product_id', '=', product.id)
        .where('language', '=', language)
        .modifyEnd(sharedReadHint)
        .executeTakeFirst()) ?? null);

/** Names of products in a language that is not their own, by product; of those that have one. */
export async function findProductNames(
  db: DbOrTrx,
  products: readonly { id: number; language?: Language }[],
  language: Language,
): Promise<Map<number, string>> {
  const ids = products.filter((product) => product.language !== language).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('product_texts')
    .select(['product_id', 'name'])
    .where('product_id', '=', anyOf(ids, 'int[]'))
    .where('language', '=', language)
    .modifyEnd(sharedReadHint)
    .execute();
  return new Map(rows.map(({ product_id, name }) => [product_id, name]));
}

/** Names of a product by language, but its own, for queries of other modules; null without. */
export const selectProductNames = (productId: Expression<unknown>) =>
  sql<Partial<
    Record<Language, string>
  > | null>`(select jsonb_object_agg(language, name) from product_texts where product_id = ${productId})`;

/** In all languages but the products' own. */
export const listTextsOfProducts = (db: DbOrTrx, productIds: readonly number[]) =>
  db
    .selectFrom('product_texts')
    .select(['product_id', 'language', 'name', 'description', 'is_translated'])
    .where('product_id', '=', sql<number>`any(${productIds}::int[])`)
    .orderBy('product_id')
    .orderBy('language')
    .execute();

/** Sets the seller's own texts; those of the service stay, unless the seller has written one in the language. */
export async function replaceSellerTexts(
  trx: Trx,
  productId: number,
  texts: readonly (ProductText & { language: Language })[],
): Promise<void> {
  await trx
    .deleteFrom('product_texts')
    .where('product_id', '=', productId)
    .where((or) =>
      or.or([
        or('is_translated', '=', false),
        or('language', '=', sql<Language>`any(${texts.map(({ language }) => language)}::text[])`),
      ]),
    )
    .execute();
  if (texts.length === 0) return;
  await trx
    .insertInto('product_texts')
    .values(texts.map((text) => ({ product_id: productId, ...text, is_translated: false })))
    .execute();
}

export const insertSellerText = (trx: Trx, productId: number, text: ProductText & { language: Language }) =>
  trx
    .insertInto('product_texts')
    .values({ product_id: productId, ...text, is_translated: false })
    .execute();

/** Deletes translations by the service, which another text makes wrong, and any text in the product's own language. */
export const deleteOutdatedTexts = (trx: Trx, productId: number, language: Language) =>
  trx
    .deleteFrom('product_texts')
    .where('product_id', '=', productId)
    .where((or) => or.or([or('is_translated', '=', true), or('language', '=', language)]))
    .execute();

export const findTextToTranslate = (db: Db, productId: number) =>
  db
    .selectFrom('products')
    .select(['name', 'description', 'language'])
    .where('id', '=', productId)
    .where('state', '=', 'active')
    .executeTakeFirst();

export const markTranslationTried = (db: Db, productId: number, now: Date) =>
  db.updateTable('products').set({ translation_tried_at: now }).where('id', '=', productId).execute();

/**
 * Inserts a translation and returns the products that have it: this one and those linked with it, whose text is the same.
 * None when the seller has changed the text meanwhile, or has written one in the language.
 */
export async function insertTranslation(
  trx: Trx,
  productId: number,
  source: ProductText & { language: Language },
  translation: ProductText & { language: Language },
): Promise<number[]> {
  const readTranslated = <Column extends 'link_id' | 'seller_id'>(column: Column) =>
    trx.selectFrom('products').select(column).where('id', '=', productId);
  const products = await trx
    .selectFrom('products')
    .select('id')
    .where((or) =>
      or.or([
        or('id', '=', productId),
        // The numbers of links are those of one seller.
        or.and([
          or('link_id', '=', readTranslated('link_id')),
          or('seller_id', '=', readTranslated('seller_id')),
        ]),
      ]),
    )
    .where('name', '=', source.name)
    .where('description', '=', source.description)
    .where('language', '=', source.language)
    .orderBy('id')
    .forNoKeyUpdate('products')
    .execute();
  if (products.length === 0) return [];
  const inserted = await trx
    .insertInto('product_texts')
    .values(products.map(({ id }) => ({ product_id: id, ...translation, is_translated: true })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('product_id')
    .execute();
  return inserted.map(({ product_id }) => product_id);
}

interface UntranslatedOptions {
  languages: readonly Language[];
  /** Leaves out products tried since. */
  triedBefore: Date;
  limit: number;
}

/** Products on sale that lack a text in one of the languages: those never tried first, then those tried longest ago. */
export const listUntranslatedProducts = (
  db: DbOrTrx,
  { languages, triedBefore, limit }: UntranslatedOptions,
) =>
  db
    .selectFrom('products')
    .select('products.id')
    .where('products.state', '=', 'active')
    .where((or) =>
      or.or([or('translation_tried_at', 'is', null), or('translation_tried_at', '<', triedBefore)]),
    )
    .where(
      ({ selectFrom }) =>
        selectFrom('product_texts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('product_texts.product_id', '=', 'products.id')
          .$asScalar(),
      '<',
      languages.length - 1,
    )
    .orderBy('translation_tried_at', (order) => order.asc().nullsFirst())
    .orderBy('products.id', 'desc')
    .limit(limit)
    .execute();
