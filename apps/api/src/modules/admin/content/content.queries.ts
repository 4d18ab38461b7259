import { VALUE_DAYS, type ValueCounts } from '@wopack/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isMemberOf } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { hasTypedWords } from '../../../platform/db/typed-words.queries.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, legalOrFullName, type RowOf } from '../lists/lists.queries.ts';

const countOpenOrders = (isOfSubject: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from orders where ${isOfSubject} and orders.state = 'paid')`;

/** As in the figures for everybody, whoever works for the business does not count. */
const isAnswerOfMember = isMemberOf(
  sql`(select seller_id from sale_places place where place.id = value_answers.sale_place_id)`,
  sql`value_answers.user_id`,
);

/** What people said of products in the last 90 days, each with their last answer; however few they are. */
const countValueAnswers = (isOfSubject: RawBuilder<unknown>, now: Date) =>
  sql<ValueCounts>`(select json_build_object('more', count(*) filter (where answer = 'more'),
      'about', count(*) filter (where answer = 'about'), 'less', count(*) filter (where answer = 'less'))
    from (
      select distinct on (user_id) answer from value_answers
      where ${isOfSubject} and not ${isAnswerOfMember} and answered_at > ${now}::timestamptz - ${VALUE_DAYS} * interval '1 day'
      order by user_id, answered_at desc, order_id desc
    ) last_answers)`.as('value_answers');

const countProductAnswers = (now: Date) =>
  countValueAnswers(sql`value_answers.product_id = products.id`, now);
const countPlaceAnswers = (now: Date) =>
  countValueAnswers(sql`value_answers.sale_place_id = sale_places.id`, now);

const reliabilityColumns = [
  'sale_places.counted_orders',
  'sale_places.kept_orders',
  'sale_places.cancelled_orders',
  'sale_places.last_cancelled_at',
  'sale_places.last_cancelled_minutes_ahead',
] as const;

/** How `hidden_at` compares with null. */
const hiddenOperators = { yes: 'is not', no: 'is' } as const;

/** In any of its languages. An array, so that the index of names is used beside that of ids. */
export const isProductTyped = (typed: string) =>
  sql<SqlBool>`(${hasTypedWords(sql`products.name`, typed)} or products.id = any(array(
    select product_id from product_texts where ${hasTypedWords(sql`product_texts.name`, typed)})))`;

/** By name and address. */
export const isSalePlaceTyped = (typed: string) =>
  hasTypedWords(sql`sale_places.name || ' ' || sale_places.address`, typed);

export const filterProducts = (db: DbOrTrx, filter: ListQuery<'AdminProducts'>) => {
  const { q = '', hidden, seller_id: sellerId, sale_place_id: salePlaceId, state } = filter;
  return db
    .selectFrom('products')
    .where('products.state', '!=', 'removed')
    .$if(q.trim() !== '', (query) => query.where(isProductTyped(q.trim())))
    .$if(hidden !== undefined, (query) => query.where('products.hidden_at', hiddenOperators[hidden!], null))
    .$if(state !== undefined, (query) => query.where('products.state', '=', state!))
    .$if(salePlaceId !== undefined, (query) => query.where('products.sale_place_id', '=', salePlaceId!))
    .$if(sellerId !== undefined, (query) =>
      query.where('products.sale_place_id', 'in', (eb) =>
        eb.selectFrom('sale_places').select('sale_places.id').where('sale_places.seller_id', '=', sellerId!),
      ),
    );
};

const selectProductRows = (rows: ReturnType<typeof filterProducts>) =>
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
    .$narrowType<{ state: NonNullable<ListQuery<'AdminProducts'>['state']> }>()
    .select(['products.created_at', 'sale_places.name as place_name', 'sale_places.seller_id'])
    .select(legalOrFullName('seller').as('seller_name'));

export const selectProducts = (rows: ReturnType<typeof filterProducts>, now: Date) =>
  selectProductRows(rows).select(countProductAnswers(now));

export type ProductRow = RowOf<typeof selectProducts>;

export const findProduct = (db: DbOrTrx, id: number) =>
  selectProductRows(filterProducts(db, {}))
    .where('products.id', '=', id)
    .select(reliabilityColumns)
    .select(['products.description', 'products.language', 'products.photos'])
    .select(countOpenOrders(sql`orders.product_id = products.id`).as('open_orders'))
    .select(
      sql<number>`(select count(*)::int from products other where other.link_id = products.link_id
        and other.seller_id = products.seller_id and other.id <> products.id and other.state <> 'removed')`.as(
        'linked_count',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from content_reports where subject_kind in ('product', 'photo') and subject_id = products.id)`.as(
        'content_reports',
      ),
    )
    .executeTakeFirst();

export const findProductValue = (db: DbOrTrx, id: number, now: Date) =>
  db
    .selectFrom('products')
    .select(countProductAnswers(now))
    .where('products.id', '=', id)
    .executeTakeFirstOrThrow();

/** Lists the texts in other languages than the product's own. */
export const listProductTexts = (db: DbOrTrx, productId: number) =>
  db
    .selectFrom('product_texts')
    .select(['language', 'name', 'description', 'is_translated'])
    .where('product_id', '=', productId)
    .orderBy('language')
    .execute();

export const filterSalePlaces = (
  db: DbOrTrx,
  { q = '', hidden, seller_id: sellerId }: ListQuery<'AdminSalePlaces'>,
) =>
  db
    .selectFrom('sale_places')
    .where('sale_places.removed_at', 'is', null)
    .$if(q.trim() !== '', (query) => query.where(isSalePlaceTyped(q.trim())))
    .$if(hidden !== undefined, (query) =>
      query.where('sale_places.hidden_at', hiddenOperators[hidden!], null),
    )
    .$if(sellerId !== undefined, (query) => query.where('sale_places.seller_id', '=', sellerId!));

const selectSalePlaceRows = (rows: ReturnType<typeof filterSalePlaces>) =>
  rows
    .innerJoin('users as seller', 'seller.id', 'sale_places.seller_id')
    .select(['sale_places.id', 'sale_places.name', 'sale_places.address', 'sale_places.hidden_at'])
    .select(['sale_places.paused', 'sale_places.seller_id', 'sale_places.type_ids'])
    .select(['sale_places.rating_sum', 'sale_places.rating_count', 'sale_places.created_at'])
    .select(legalOrFullName('seller').as('seller_name'))
    .select(reliabilityColumns)
    .select(
      sql<number>`(select count(*)::int from products where sale_place_id = sale_places.id and state <> 'removed')`.as(
        'products',
      ),
    );

export const selectSalePlaces = (rows: ReturnType<typeof filterSalePlaces>, now: Date) =>
  selectSalePlaceRows(rows).select(countPlaceAnswers(now));

export type SalePlaceRow = RowOf<typeof selectSalePlaces>;

export const findSalePlace = (db: DbOrTrx, id: number) =>
  selectSalePlaceRows(filterSalePlaces(db, {}))
    .where('sale_places.id', '=', id)
    .select([
      'sale_places.description',
      'sale_places.language',
      'sale_places.descriptions',
      'sale_places.phone',
      'sale_places.latitude',
      'sale_places.longitude',
    ])
    .select(countOpenOrders(sql`orders.sale_place_id = sale_places.id`).as('open_orders'))
    .executeTakeFirst();

export const findSalePlaceValue = (db: DbOrTrx, id: number, now: Date) =>
  db
    .selectFrom('sale_places')
    .select(countPlaceAnswers(now))
    .where('sale_places.id', '=', id)
    .executeTakeFirstOrThrow();

export const filterReviews = (
  db: DbOrTrx,
  { seller_id: sellerId, hidden, with_text: withText }: ListQuery<'Reviews'>,
) =>
  db
    .selectFrom('ratings')
    .$if(sellerId !== undefined, (query) => query.where('ratings.seller_id', '=', sellerId!))
    .$if(hidden !== undefined, (query) => query.where('ratings.hidden_at', hiddenOperators[hidden!], null))
    .$if(withText === 'yes', (query) => query.where('ratings.text', '!=', ''));

export const selectReviews = (rows: ReturnType<typeof filterReviews>) =>
  rows
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('users as author', 'author.id', 'orders.user_id')
    .innerJoin('users as seller', 'seller.id', 'ratings.seller_id')
    .leftJoin('review_replies as reply', 'reply.order_id', 'ratings.order_id')
    .select([
      'reply.text as reply_text',
      'reply.created_at as replied_at',
      'reply.hidden_at as reply_hidden_at',
    ])
    .select(['ratings.order_id', 'ratings.stars', 'ratings.text', 'ratings.hidden_at', 'ratings.created_at'])
    .select(['ratings.seller_id', 'orders.user_id', 'orders.product_id', 'orders.product_name'])
    .select(fullName('author').as('author_name'))
    .select(legalOrFullName('seller').as('seller_name'));

export type ReviewRow = RowOf<typeof selectReviews>;

export const findReview = (db: DbOrTrx, orderId: number) =>
  selectReviews(filterReviews(db, {})).where('ratings.order_id', '=', orderId).executeTakeFirst();

/** Serialises decisions on one thing, so that the second of two at the same moment sees the first. */
export const lockSubject = async (trx: Trx, kind: string, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`admin-${kind}`}), ${id}::int)`.execute(trx);
};

export const listOfferedTypeIds = async (db: DbOrTrx): Promise<number[]> =>
  (await db.selectFrom('product_types').select('id').where('retired_at', 'is', null).execute()).map(
    ({ id }) => id,
  );
