import type { endpoints } from '@wopack/contract';
import { type Language, ratingDeadline, WEEK_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { type BusinessScope, wholeBusiness } from '../../../platform/db/business-scope.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { enqueueTranslation } from '../../../platform/translator.ts';
import { findMemberRole, recordActivity } from '../../businesses/index.ts';
import { hasProvedAddress } from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { addProductRating, findProductNames } from '../../products/index.ts';
import { findSeller, findSellerOfSalePlace, narrowScope } from '../../sale-places/index.ts';
import { buildBuyerOrderView, buildMailValues } from '../order-view.ts';
import { findForMail, findMyOrder, lockMyOrder } from '../orders.queries.ts';
import { buildReviewReply, buildWords, formatFirstName } from '../orders.rules.ts';
import {
  findReviewedOrder,
  insertRating,
  insertReviewReply,
  listReviews,
  setRatingHidden,
} from './feedback.queries.ts';

/** One rating per order; the stars count for the product and its sale place. */
export async function rateOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.rateOrder>,
) {
  const { db, clock, secrets } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (await findMemberRole(trx, order.seller_id, actor.id))
      throw new AppError('notAllowed', { message: 'orders.ownReview' });
    if (order.state !== 'collected' || !order.collected_at || now > ratingDeadline(order.collected_at)) {
      throw new AppError('conflict', { message: 'orders.notRateable' });
    }
    const rating = {
      order_id: order.id,
      seller_id: order.seller_id,
      stars: body.stars,
      text: body.text?.trim() ?? '',
      language: body.language ?? language,
      created_at: now,
    };
    if (!(await insertRating(trx, rating)))
      throw new AppError('conflict', { message: 'orders.alreadyRated' });
    await addProductRating(trx, order.product_id, body.stars);
    if (rating.text) await enqueueTranslation(context, trx, 'orders.translate-review', { orderId: order.id });
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}

/** Public reviews of a seller, with the authors' first names only. */
export async function listSellerReviews(
  { db }: Context,
  { params, query, language }: Call<typeof endpoints.listSellerReviews>,
) {
  if (!(await findSeller(db, params.id))) throw new AppError('notFound');
  return listPublicReviews(db, wholeBusiness(params.id), query, language);
}

/** The same of one sale place. */
export async function listSalePlaceReviews(
  { db }: Context,
  { params, query, language }: Call<typeof endpoints.listSalePlaceReviews>,
) {
  const sellerId = await findSellerOfSalePlace(db, params.id);
  if (sellerId === undefined) throw new AppError('notFound');
  return listPublicReviews(db, { businessId: sellerId, salePlaceIds: [params.id] }, query, language);
}

/** A seller's own, with replies that an operator has hidden. */
export async function listMyReviews(
  { db }: Context,
  { actor, query, language }: Call<typeof endpoints.listMyReviews>,
) {
  const { sale_place_id: salePlaceId, replied, ...page } = query;
  const { scope: chosen } = await narrowScope(db, actor.member, query);
  const scope = salePlaceId === undefined ? chosen : { ...chosen, salePlaceIds: [salePlaceId] };
  return readReviewPage(db, scope, { ...page, isUnreplied: replied === 'no' }, language);
}

async function listPublicReviews(
  db: Db,
  scope: BusinessScope,
  query: Call<typeof endpoints.listSellerReviews>['query'],
  language: Language,
) {
  const { data, next_cursor } = await readReviewPage(db, scope, query, language);
  return {
    data: data.map((review) => ({ ...review, reply: review.reply?.is_hidden ? null : review.reply })),
    next_cursor,
  };
}

async function readReviewPage(
  db: Db,
  scope: BusinessScope,
  {
    cursor,
    limit = 20,
    isUnreplied = false,
  }: Call<typeof endpoints.listSellerReviews>['query'] & { isUnreplied?: boolean },
  language: Language,
) {
  const rows = await listReviews(db, scope, { after: parseCursor(cursor), limit: limit + 1, isUnreplied });
  const page = rows.slice(0, limit);
  const lastRow = rows.length > limit ? page.at(-1)! : null;
  return {
    data: await buildReviews(db, page, language),
    next_cursor: lastRow ? `${lastRow.created_at.getTime()}_${lastRow.order_id}` : null,
  };
}

async function buildReviews(db: Db, rows: Awaited<ReturnType<typeof listReviews>>, language: Language) {
  const names = await findProductNames(
    db,
    rows.map(({ product_id: id }) => ({ id })),
    language,
  );
  return rows.map((row) => {
    const reply = buildReviewReply(row, language);
    return {
      id: row.order_id,
      stars: row.stars,
      ...buildWords(row, row.translations, language),
      created_at: row.created_at.toISOString(),
      author: formatFirstName(row.name),
      product: { id: row.product_id, name: names.get(row.product_id) ?? row.product_name },
      sale_place: { id: row.sale_place_id, name: row.place_name },
      reply: reply && { ...reply, is_hidden: row.reply_hidden_at !== null },
    };
  });
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

export const validateReply = ({ body }: PartiallyValidCall<typeof endpoints.replyToReview>): FieldErrors => ({
  text: getBlankError(body.text),
});

/**
 * The seller's public reply, once for each review, which stays as it is: its author has read it, and may not answer. The
 * same text again changes nothing.
 */
export async function replyToReview(
  context: Context,
  { actor, params: { id: orderId }, body, language }: Call<typeof endpoints.replyToReview>,
) {
  const { db, clock } = context;
  const text = body.text.trim();
  await db.transaction().execute(async (trx) => {
    const order = await findReviewedOrder(trx, actor.member, orderId);
    if (!order) throw new AppError('notFound');
    const reply = { order_id: orderId, text, language: body.language ?? language, created_at: clock.now() };
    const earlierText = await insertReviewReply(trx, reply);
    if (earlierText === text) return;
    if (earlierText !== undefined) throw new AppError('conflict', { message: 'orders.alreadyReplied' });
    await recordActivity(trx, actor, {
      kind: 'review_replied',
      salePlaceId: order.sale_place_id,
      productId: order.product_id,
      orderId,
      now: reply.created_at,
    });
    await enqueueTranslation(context, trx, 'orders.translate-review', { orderId });
    await notifyOfReply(context, trx, {
      orderId,
      sellerId: actor.member.businessId,
      text,
      ownLanguage: reply.language,
    });
  });
  const [review] = await buildReviews(
    db,
    await listReviews(db, actor.member, { orderId, after: null, limit: 1 }),
    language,
  );
  return { data: review! };
}

async function notifyOfReply(
  context: Context,
  trx: Trx,
  {
    orderId,
    sellerId,
    text,
    ownLanguage,
  }: { orderId: number; sellerId: number; text: string; ownLanguage: Language },
): Promise<void> {
  const now = context.clock.now();
  const order = (await findForMail(trx, orderId))!;
  const isWriterProved = await hasProvedAddress(trx, sellerId);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template: 'reviewReplied',
    values: (language) => ({
      ...buildMailValues(order, language, now),
      reply: isWriterProved ? { words: text, language: ownLanguage } : null,
    }),
    url: `/orders/${orderId}`,
    tag: `order-${orderId}`,
    until: new Date(now.getTime() + WEEK_MS),
  });
}
