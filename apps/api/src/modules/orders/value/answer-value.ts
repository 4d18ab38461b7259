import type { endpoints } from '@wopack/contract';
import { DAY_MS, VALUE_DAYS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { workInBatches } from '../../../platform/db/batches.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { wasMemberSince } from '../../businesses/index.ts';
import { scheduleRemovePhoto } from '../../media/index.ts';
import { claimUploads, findUploads } from '../../uploads/index.ts';
import { findLiveLink } from '../friend/friend-links.queries.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, lockMyOrder } from '../orders.queries.ts';
import { lockAnswer, saveAnswer, takeOldPhotos, withdrawAnswers } from './value.queries.ts';
import { canAnswerValue } from './value.rules.ts';

/** An order that cannot be answered is reported rather than its photo. */
export async function validateValueAnswer(
  { db, clock }: Context,
  { actor, params, body: { photo } }: PartiallyValidCall<typeof endpoints.answerValue>,
): Promise<FieldErrors> {
  const order = params.id && photo ? await findMyOrder(db, actor.id, params.id) : undefined;
  if (!order || !photo || !canAnswerValue(order, clock.now())) return {};
  const isGone = order.value_photo?.path !== photo && (await findUploads(db, actor.id, [photo])).length === 0;
  return { photo: isGone && 'products.unknownPhoto' };
}

/**
 * Stores whether a pack was worth its value. One row an order: pressing again changes it, so that nobody counts twice. A new
 * photo is not shown until the seller chooses it again.
 */
export async function answerValue(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.answerValue>,
) {
  const { db, clock, jobs, secrets } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (await wasMemberSince(trx, { businessId: order.seller_id, userId: actor.id, since: order.created_at }))
      throw new AppError('notAllowed', { message: 'orders.ownValue' });
    if (!canAnswerValue(order, now) || (await findLiveLink(trx, order.id))?.opened_at)
      throw new AppError('conflict', { message: 'orders.notAskedForValue' });
    const earlier = await lockAnswer(trx, order.id);
    const photo = await choosePhoto(trx, actor.id, body.photo, earlier?.photo ?? null);
    const isSamePhoto = photo !== null && photo.path === earlier?.photo?.path;
    if (earlier?.photo && !isSamePhoto) await scheduleRemovePhoto(jobs, trx, earlier.photo);
    const mayBeShown = photo !== null && (body.may_be_shown ?? (isSamePhoto ? earlier!.may_be_shown : false));
    await saveAnswer(trx, {
      order_id: order.id,
      user_id: actor.id,
      product_id: order.product_id,
      sale_place_id: order.sale_place_id,
      answer: body.answer,
      answered_at: now,
      photo,
      may_be_shown: mayBeShown,
      pinned_at: isSamePhoto && mayBeShown ? earlier!.pinned_at : null,
      hidden_at: isSamePhoto ? earlier!.hidden_at : null,
    });
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}

/** The photo of the answer from now on: the one before when nothing was sent. */
async function choosePhoto<Photo extends { path: string; srcset: string }>(
  trx: Trx,
  userId: number,
  path: string | null | undefined,
  earlier: Photo | null,
): Promise<{ path: string; srcset: string } | null> {
  if (path === undefined || (earlier && path === earlier.path)) return earlier;
  if (path === null) return null;
  const [photo] = await claimUploads(trx, userId, [path]);
  if (!photo) throw createValidationError('photo', 'products.unknownPhoto');
  return photo;
}

/** Takes the answer out of all figures, and its photo from where it is shown. */
export async function withdrawValue(
  { db, clock, jobs, secrets }: Context,
  { actor, params, language }: Call<typeof endpoints.withdrawValue>,
) {
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    for (const photo of await withdrawAnswers(trx, { orderId: order.id }))
      await scheduleRemovePhoto(jobs, trx, photo);
  });
  const order = (await findMyOrder(db, actor.id, params.id))!;
  return { data: buildBuyerOrderView(order, language, clock.now(), secrets) };
}

const PHOTOS_AT_ONCE = 100;

/** Photos that are not shown leave with their answers from the figures. */
export async function removeOldValuePhotos({ db, clock, jobs }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - VALUE_DAYS * DAY_MS);
  await workInBatches(
    (limit) =>
      db.transaction().execute(async (trx) => {
        const photos = await takeOldPhotos(trx, before, limit);
        for (const photo of photos) await scheduleRemovePhoto(jobs, trx, photo);
        return photos.length;
      }),
    PHOTOS_AT_ONCE,
  );
}
