import type { endpoints } from '@wopack/contract';
import { type Language, ratingDeadline } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { addProductRating, findProductNames } from '../../products/index.ts';
import { findSeller, findSellerOfSalePlace } from '../../sale-places/index.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, lockMyOrder } from '../orders.queries.ts';
import { formatFirstName } from '../orders.rules.ts';
import { insertRating, listReviews, type ReviewSubject, setRatingHidden } from './feedback.queries.ts';

/** One rating per order; the stars count for the product and its sale place. */
export async function rateOrder(
  { db, clock, secrets }: Context,
  { actor, params, body, language }: Call<typeof endpoints.rateOrder>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (order.state !== 'collected' || !order.collected_at || now > ratingDeadline(order.collected_at)) {
      throw new AppError('conflict', { message: 'orders.notRateable' });
    }
    const rating = {
      order_id: order.id,
      seller_id: order.seller_id,
      stars: body.stars,
      text: body.text?.trim() ?? '',
      created_at: now,
    };
    if (!(await insertRating(trx, rating)))
      throw new AppError('conflict', { message: 'orders.alreadyRated' });
    await addProductRating(trx, order.product_id, body.stars);
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}

/** Public reviews of a seller, with the authors' first names only. */
export async function listSellerReviews(
  { db }: Context,
  { params, query, language }: Call<typeof endpoints.listSellerReviews>,
) {
  if (!(await findSeller(db, params.id))) throw new AppError('notFound');
  return buildReviewPage(db, { sellerId: params.id }, query, language);
}

/** The same of one sale place. */
export async function listSalePlaceReviews(
  { db }: Context,
  { params, query, language }: Call<typeof endpoints.listSalePlaceReviews>,
) {
  const sellerId = await findSellerOfSalePlace(db, params.id);
  if (sellerId === undefined) throw new AppError('notFound');
  return buildReviewPage(db, { sellerId, salePlaceId: params.id }, query, language);
}

async function buildReviewPage(
  db: Db,
  subject: ReviewSubject,
  query: Call<typeof endpoints.listSellerReviews>['query'],
  language: Language,
) {
  const limit = query.limit ?? 20;
  const rows = await listReviews(db, subject, { after: parseCursor(query.cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const names = await findProductNames(
    db,
    page.map(({ product_id: id }) => ({ id })),
    language,
  );
  const lastRow = rows.length > limit ? page.at(-1)! : null;
  return {
    data: page.map((row) => ({
      id: row.order_id,
      stars: row.stars,
      text: row.text,
      created_at: row.created_at.toISOString(),
      author: formatFirstName(row.name),
      product: { id: row.product_id, name: names.get(row.product_id) ?? row.product_name },
      sale_place: { id: row.sale_place_id, name: row.place_name },
    })),
    next_cursor: lastRow ? `${lastRow.created_at.getTime()}_${lastRow.order_id}` : null,
  };
}

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [at, orderId] = cursor.split('_').map(Number);
  return { at: new Date(at!), orderId: orderId! };
}

/** Hides a review or shows it again; the means of product and sale place follow. */
export async function setReviewHidden(
  trx: Trx,
  orderId: number,
  isHidden: boolean,
  now: Date,
): Promise<void> {
  const rating = await setRatingHidden(trx, orderId, isHidden ? now : null);
  if (rating) await addProductRating(trx, rating.product_id, isHidden ? -rating.stars : rating.stars);
}
