import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, blankError, type FieldErrors, invalid } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { findUploads, takeUpload, uploadPhoto } from '../packs/index.ts';
import { buyersView } from './order-view.ts';
import { findMyOrder, insertReport, lockMyOrder } from './orders.queries.ts';
import { isReportable } from './orders.rules.ts';
import { newsForSeller } from './seller-news.ts';

export const uploadReportPhoto = (context: Context, call: Call<typeof endpoints.uploadReportPhoto>) =>
  uploadPhoto(context, call);

export async function validateReport(
  { db, clock }: Context,
  { actor, params, body: { text, photo } }: AcceptedCall<typeof endpoints.reportOrder>,
): Promise<FieldErrors> {
  const order = params.id && photo ? await findMyOrder(db, actor.id, params.id) : undefined;
  // Of an order that cannot be reported that is said, not what is wrong with the photo.
  const isOpen = order && isReportable(order.state, order.pickup_start, order.pickup_end, clock.now());
  const isGone = isOpen && (await findUploads(db, actor.id, [photo!])).length === 0;
  return { text: blankError(text), photo: isGone && 'packs.photo' };
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
    const photo = body.photo ? await takeUpload(trx, actor.id, body.photo) : null;
    if (body.photo && !photo) throw invalid('photo', 'packs.photo');
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
    if (!(await insertReport(trx, report))) throw new AppError('conflict', { message: 'orders.reported' });
    await newsForSeller({ jobs }, trx, order.id, 'report');
  });
  return { data: buyersView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}
