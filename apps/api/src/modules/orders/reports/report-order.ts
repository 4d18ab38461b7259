import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { claimUpload, findUploads, uploadProductPhoto } from '../../products/index.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, insertReport, lockMyOrder } from '../orders.queries.ts';
import { isReportable } from '../orders.rules.ts';
import { scheduleSellerNotification } from '../seller/seller-notification.ts';

export const uploadReportPhoto = (context: Context, call: Call<typeof endpoints.uploadReportPhoto>) =>
  uploadProductPhoto(context, call);

export async function validateReport(
  { db, clock }: Context,
  { actor, params, body: { text, photo } }: PartiallyValidCall<typeof endpoints.reportOrder>,
): Promise<FieldErrors> {
  const order = params.id && photo ? await findMyOrder(db, actor.id, params.id) : undefined;
  // Of an order that cannot be reported that is said, not what is wrong with the photo.
  const isOpen = order && isReportable(order.state, order.pickup_start, order.pickup_end, clock.now());
  const isGone = isOpen && (await findUploads(db, actor.id, [photo!])).length === 0;
  return { text: getBlankError(text), photo: isGone && 'products.unknownPhoto' };
}

/** A problem, in words and with a photo, for the seller to answer. */
export async function reportOrder(
  { db, clock, jobs, secrets }: Context,
  { actor, params, body, language }: Call<typeof endpoints.reportOrder>,
) {
  const now = clock.now();
  const text = body.text.trim();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (!isReportable(order.state, order.pickup_start, order.pickup_end, now)) {
      throw new AppError('conflict', { message: 'orders.notReportable' });
    }
    const photo = body.photo ? await claimUpload(trx, actor.id, body.photo) : null;
    if (body.photo && !photo) throw createValidationError('photo', 'products.unknownPhoto');
    const report = {
      order_id: order.id,
      text,
      photo: photo && JSON.stringify(photo),
      answer: null,
      answered_at: null,
      answered_by: null,
      seller_id: order.seller_id,
      created_at: now,
    };
    if (!(await insertReport(trx, report)))
      throw new AppError('conflict', { message: 'orders.alreadyReported' });
    await scheduleSellerNotification({ jobs }, trx, order.id, 'report');
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}
