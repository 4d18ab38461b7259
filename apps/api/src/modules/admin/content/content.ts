import { languages, VALUE_DAYS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { buildReliabilityView, meanRating } from '../../sale-places/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterProducts,
  filterReviews,
  filterSalePlaces,
  findProduct,
  findProductValue,
  findReview,
  findSalePlace,
  findSalePlaceValue,
  listProductTexts,
  type ProductRow,
  type ReviewRow,
  type SalePlaceRow,
  selectProducts,
  selectReviews,
  selectSalePlaces,
} from './content.queries.ts';

const valueColumns = ['value_answers.more', 'value_answers.about', 'value_answers.less'] as const;

const buildProductRow = (row: ProductRow) => ({
  ...row,
  is_hidden: row.hidden_at !== null,
  sale_place: { id: row.sale_place_id, name: row.place_name },
  seller: { id: row.seller_id, name: row.seller_name },
  rating: meanRating(row.rating_sum, row.rating_count),
  value_answers: { ...row.value_answers, days: VALUE_DAYS },
  created_at: row.created_at.toISOString(),
});

export const createProductList = (context: Context) =>
  createList(context, 'AdminProducts', {
    file: 'products',
    showsPeople: false,
    filter: filterProducts,
    period: 'products.created_at',
    select: selectProducts,
    sorts: { id: { column: 'products.id', type: 'integer' } },
    key: { column: 'products.id', type: 'integer' },
    build: buildProductRow,
    csv: [
      'id',
      'name',
      'state',
      'is_hidden',
      'sale_place.id',
      'sale_place.name',
      'seller.id',
      'price_cents',
      'rating',
      'rating_count',
      ...valueColumns,
      'created_at',
    ],
  });

const buildSalePlaceRow = (row: SalePlaceRow) => ({
  ...row,
  is_hidden: row.hidden_at !== null,
  is_paused: row.paused,
  seller: { id: row.seller_id, name: row.seller_name },
  rating: meanRating(row.rating_sum, row.rating_count),
  value_answers: { ...row.value_answers, days: VALUE_DAYS },
  reliability: buildReliabilityView(row),
  created_at: row.created_at.toISOString(),
});

export const createSalePlaceList = (context: Context) =>
  createList(context, 'AdminSalePlaces', {
    file: 'sale-places',
    showsPeople: false,
    filter: filterSalePlaces,
    period: 'sale_places.created_at',
    select: selectSalePlaces,
    sorts: { id: { column: 'sale_places.id', type: 'integer' } },
    key: { column: 'sale_places.id', type: 'integer' },
    build: buildSalePlaceRow,
    csv: [
      'id',
      'name',
      'address',
      'is_hidden',
      'is_paused',
      'seller.id',
      'seller.name',
      'products',
      'rating',
      ...valueColumns,
      'reliability.orders',
      'reliability.kept',
      'reliability.cancelled',
      'reliability.last_cancelled_at',
      'created_at',
    ],
  });

const buildReview = (row: ReviewRow) => ({
  ...row,
  id: row.order_id,
  is_hidden: row.hidden_at !== null,
  author: { id: row.user_id, name: row.author_name },
  seller: { id: row.seller_id, name: row.seller_name },
  product: { id: row.product_id, name: row.product_name },
  reply:
    row.reply_text === null
      ? null
      : {
          text: row.reply_text,
          is_hidden: row.reply_hidden_at !== null,
          created_at: row.replied_at!.toISOString(),
        },
  created_at: row.created_at.toISOString(),
});

export const createReviewList = (context: Context) =>
  createList(context, 'Reviews', {
    file: 'reviews',
    filter: filterReviews,
    period: 'ratings.created_at',
    select: selectReviews,
    sorts: { created_at: { column: 'ratings.created_at', type: 'timestamptz' } },
    key: { column: 'ratings.order_id', type: 'integer' },
    build: buildReview,
    csv: [
      { order: 'id' },
      'stars',
      'text',
      'is_hidden',
      'author.id',
      'seller.id',
      'product.id',
      'product.name',
      'reply.text',
      'reply.is_hidden',
      'created_at',
    ],
  });

export async function viewProduct({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number) {
  const row = await findProduct(db, id);
  if (!row) throw new AppError('notFound');
  const value = await findProductValue(db, id, clock.now());
  const { description, language, photos, open_orders, content_reports, linked_count } = row;
  const texts = await listProductTexts(db, id);
  return {
    data: {
      ...buildProductRow({ ...row, ...value }),
      ...{ description, language, texts, photos, open_orders, content_reports, linked_count },
      reliability: buildReliabilityView(row),
    },
  };
}

export async function viewSalePlace({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number) {
  const row = await findSalePlace(db, id);
  if (!row) throw new AppError('notFound');
  const value = await findSalePlaceValue(db, id, clock.now());
  const { description, language, descriptions, phone, latitude, longitude, open_orders } = row;
  const texts = languages.flatMap((other) => {
    const text = other === language ? undefined : descriptions[other];
    return text ? [{ language: other, description: text }] : [];
  });
  return {
    data: {
      ...buildSalePlaceRow({ ...row, ...value }),
      description,
      language,
      texts,
      phone,
      latitude,
      longitude,
      open_orders,
    },
  };
}

export async function viewReview(db: DbOrTrx, id: number) {
  const row = await findReview(db, id);
  if (!row) throw new AppError('notFound');
  return { data: buildReview(row) };
}

export const getAdminProduct = (context: Context, { params }: OperatorCall<'getAdminProduct'>) =>
  viewProduct(context, params.id);

export const getAdminSalePlace = (context: Context, { params }: OperatorCall<'getAdminSalePlace'>) =>
  viewSalePlace(context, params.id);
