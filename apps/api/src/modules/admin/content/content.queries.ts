import type { Language } from '@wopack/domain';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { hasTypedWords } from '../../../platform/db/typed-words.queries.ts';
import type { StoredPhoto } from '../../../platform/files/storage.ts';
import type { Period } from '../lists/list.ts';
import type { RowQuery } from '../lists/lists.queries.ts';

/** The legal name where there is one. */
export const sellerName = sql<string>`coalesce((select legal_name from businesses where user_id = seller.id), trim(seller.name || ' ' || seller.surname))`;
const openOrders = (column: string) =>
  sql<number>`(select count(*)::int from orders where ${sql.ref(`orders.${column}`)} = ${sql.ref(column === 'product_id' ? 'products.id' : 'sale_places.id')} and state = 'paid')`;

/** In any of its languages. An array, so that the index of names is used beside that of ids. */
export const isProductTyped = (typed: string) =>
  sql<SqlBool>`(${hasTypedWords(sql`products.name`, typed)} or products.id = any(array(
    select product_id from product_texts where ${hasTypedWords(sql`product_texts.name`, typed)})))`;

/** By name and address. */
export const isSalePlaceTyped = (typed: string) =>
  hasTypedWords(sql`sale_places.name || ' ' || sale_places.address`, typed);

interface ContentFilter {
  q?: string;
  hidden?: 'yes' | 'no';
  seller_id?: number;
}

type ProductState = 'draft' | 'active' | 'paused' | 'closed';

export const filterProducts = (
  db: DbOrTrx,
  filter: ContentFilter & { sale_place_id?: number; state?: ProductState },
  { from, before }: Period,
) => {
  const { q = '', hidden, seller_id: sellerId, sale_place_id: salePlaceId, state } = filter;
  return db
    .selectFrom('products')
    .where('products.state', '!=', 'removed')
    .$if(q.trim() !== '', (query) => query.where(isProductTyped(q.trim())))
    .$if(hidden !== undefined, (query) =>
      query.where('products.hidden_at', hidden === 'yes' ? 'is not' : 'is', null),
    )
    .$if(state !== undefined, (query) => query.where('products.state', '=', state!))
    .$if(salePlaceId !== undefined, (query) => query.where('products.sale_place_id', '=', salePlaceId!))
    .$if(sellerId !== undefined, (query) =>
      query.where('products.sale_place_id', 'in', (eb) =>
        eb.selectFrom('sale_places').select('sale_places.id').where('sale_places.seller_id', '=', sellerId!),
      ),
    )
    .$if(from !== null, (query) => query.where('products.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('products.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;
};

export interface ProductRow {
  id: number;
  name: string;
  state: ProductState;
  hidden_at: Date | null;
  sale_place_id: number;
  place_name: string;
  seller_id: number;
  seller_name: string;
  type_ids: number[];
  price_cents: number;
  rating_sum: number;
  rating_count: number;
  created_at: Date;
}

export const selectProducts = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'sale_places.seller_id')
    .select(['products.id', 'products.name', 'products.state', 'products.hidden_at', 'products.type_ids'])
    .select([
      'products.sale_place_id',
      'products.price_cents',
      'products.rating_sum',
      'products.rating_count',
    ])
    .select(['products.created_at', 'sale_places.name as place_name', 'sale_places.seller_id'])
    .select(sellerName.as('seller_name')) as unknown as RowQuery<ProductRow>;

type ProductDetailRow = ProductRow & {
  description: string;
  language: Language;
  photos: StoredPhoto[];
  open_orders: number;
  content_reports: number;
};

export const findProduct = (db: DbOrTrx, id: number): Promise<ProductDetailRow | undefined> =>
  (
    selectProducts(filterProducts(db, {}, { from: null, before: null }))
      .where('products.id', '=', id)
      .select(['products.description', 'products.language', 'products.photos'])
      .select(openOrders('product_id').as('open_orders'))
      .select(
        sql<number>`(select count(*)::int from content_reports where subject_kind in ('product', 'photo') and subject_id = products.id)`.as(
          'content_reports',
        ),
      ) as unknown as RowQuery<ProductDetailRow>
  ).executeTakeFirst() as Promise<ProductDetailRow | undefined>;

/** Of a product in other languages than its own. */
export const listProductTexts = (db: DbOrTrx, productId: number) =>
  db
    .selectFrom('product_texts')
    .select(['language', 'name', 'description', 'is_translated'])
    .where('product_id', '=', productId)
    .orderBy('language')
    .execute();

export const filterSalePlaces = (
  db: DbOrTrx,
  { q = '', hidden, seller_id: sellerId }: ContentFilter,
  { from, before }: Period,
) =>
  db
    .selectFrom('sale_places')
    .where('sale_places.removed_at', 'is', null)
    .$if(q.trim() !== '', (query) => query.where(isSalePlaceTyped(q.trim())))
    .$if(hidden !== undefined, (query) =>
      query.where('sale_places.hidden_at', hidden === 'yes' ? 'is not' : 'is', null),
    )
    .$if(sellerId !== undefined, (query) => query.where('sale_places.seller_id', '=', sellerId!))
    .$if(from !== null, (query) => query.where('sale_places.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('sale_places.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface SalePlaceRow {
  id: number;
  name: string;
  address: string;
  hidden_at: Date | null;
  paused: boolean;
  seller_id: number;
  seller_name: string;
  type_ids: number[];
  products: number;
  rating_sum: number;
  rating_count: number;
  created_at: Date;
}

export const selectSalePlaces = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('users as seller', 'seller.id', 'sale_places.seller_id')
    .select(['sale_places.id', 'sale_places.name', 'sale_places.address', 'sale_places.hidden_at'])
    .select(['sale_places.paused', 'sale_places.seller_id', 'sale_places.type_ids'])
    .select(['sale_places.rating_sum', 'sale_places.rating_count', 'sale_places.created_at'])
    .select(sellerName.as('seller_name'))
    .select(
      sql<number>`(select count(*)::int from products where sale_place_id = sale_places.id and state <> 'removed')`.as(
        'products',
      ),
    ) as unknown as RowQuery<SalePlaceRow>;

type SalePlaceDetailRow = SalePlaceRow & {
  description: string;
  language: Language;
  descriptions: Partial<Record<Language, string>>;
  phone: string;
  latitude: number;
  longitude: number;
  open_orders: number;
};

export const findSalePlace = (db: DbOrTrx, id: number): Promise<SalePlaceDetailRow | undefined> =>
  (
    selectSalePlaces(filterSalePlaces(db, {}, { from: null, before: null }))
      .where('sale_places.id', '=', id)
      .select([
        'sale_places.description',
        'sale_places.language',
        'sale_places.descriptions',
        'sale_places.phone',
        'sale_places.latitude',
        'sale_places.longitude',
      ])
      .select(openOrders('sale_place_id').as('open_orders')) as unknown as RowQuery<SalePlaceDetailRow>
  ).executeTakeFirst() as Promise<SalePlaceDetailRow | undefined>;

export const filterReviews = (
  db: DbOrTrx,
  {
    seller_id: sellerId,
    hidden,
    with_text: withText,
  }: { seller_id?: number; hidden?: string; with_text?: string },
  { from, before }: Period,
) =>
  db
    .selectFrom('ratings')
    .$if(sellerId !== undefined, (query) => query.where('ratings.seller_id', '=', sellerId!))
    .$if(hidden !== undefined, (query) =>
      query.where('ratings.hidden_at', hidden === 'yes' ? 'is not' : 'is', null),
    )
    .$if(withText === 'yes', (query) => query.where('ratings.text', '!=', ''))
    .$if(from !== null, (query) => query.where('ratings.created_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('ratings.created_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface ReviewRow {
  order_id: number;
  stars: number;
  text: string;
  hidden_at: Date | null;
  user_id: number;
  author_name: string;
  seller_id: number;
  seller_name: string;
  product_id: number;
  product_name: string;
  created_at: Date;
}

export const selectReviews = (rows: RowQuery<unknown>) =>
  rows
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('users as author', 'author.id', 'orders.user_id')
    .innerJoin('users as seller', 'seller.id', 'ratings.seller_id')
    .select(['ratings.order_id', 'ratings.stars', 'ratings.text', 'ratings.hidden_at', 'ratings.created_at'])
    .select(['ratings.seller_id', 'orders.user_id', 'orders.product_id', 'orders.product_name'])
    .select(sql<string>`trim(author.name || ' ' || author.surname)`.as('author_name'))
    .select(sellerName.as('seller_name')) as unknown as RowQuery<ReviewRow>;

export const findReview = (db: DbOrTrx, orderId: number): Promise<ReviewRow | undefined> =>
  selectReviews(filterReviews(db, {}, { from: null, before: null }))
    .where('ratings.order_id', '=', orderId)
    .executeTakeFirst() as Promise<ReviewRow | undefined>;

/** Serialises decisions on one thing, so that the second of two at the same moment sees the first. */
export const lockSubject = async (trx: Trx, kind: string, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`admin-${kind}`}), ${id}::int)`.execute(trx);
};

export const listOfferedTypeIds = async (db: DbOrTrx): Promise<number[]> =>
  (await db.selectFrom('product_types').select('id').where('retired_at', 'is', null).execute()).map(
    ({ id }) => id,
  );
