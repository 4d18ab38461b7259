import { timingSafeEqual } from 'node:crypto';
import { type endpoints, hasMemberRight } from '@wopack/contract';
import { formatLocalTime, type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { composeLine } from '../../../platform/mail/mail.ts';
import { findMember } from '../../businesses/index.ts';
import { findSubscriber } from '../../notifications/index.ts';
import { addFollowerCheck } from '../../offers/index.ts';
import {
  type AllocatedSlot,
  changeSlotQuantity,
  createTooLowError,
  findAllocatedSlot,
  type StockActor,
} from '../../products/index.ts';
import { buildQuestionViews } from './question-view.ts';
import { findQuestion, markAnswered } from './stock-questions.queries.ts';
import { findObstacle } from './stock-questions.rules.ts';

export async function answerStockQuestion(
  context: Context,
  { actor, params: { id }, body, language }: Call<typeof endpoints.answerStockQuestion>,
) {
  const { db, clock } = context;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await answer(context, trx, actor, {
      slotId: id,
      quantity: body.quantity,
      former: body.former_quantity ?? null,
      now,
    });
    const question = (await findQuestion(trx, id, actor.member))!;
    const [view] = await buildQuestionViews(trx, actor.member, [question], { now, language });
    return { data: view! };
  });
}

interface Answer {
  slotId: number;
  quantity: number;
  /** Units that whoever answers saw; null: not said. */
  former: number | null;
  now: Date;
}

/**
 * Sets the total of the day, once: the first answer is noted on the question, and another one is refused with its number.
 * The same number again changes nothing; it is refused when it is not the number any more.
 */
async function answer(
  context: Context,
  trx: Trx,
  actor: StockActor,
  { slotId, quantity, former, now }: Answer,
): Promise<AllocatedSlot> {
  if (!(await findQuestion(trx, slotId, actor.member))) throw new AppError('notFound');
  const isFirst = await markAnswered(trx, slotId, { answer: quantity, now });
  const slot = (await findAllocatedSlot(trx, slotId))!;
  const obstacle = findObstacle(slot, now);
  if (!isFirst) {
    const { answer: published, answered_at: at, quantity: current } = (await findQuestion(trx, slotId))!;
    if (published !== quantity)
      throw new AppError('conflict', {
        message: 'forecasts.answered',
        values: { count: published!, time: formatLocalTime(at!, slot.time_zone) },
      });
    // It is confirmed only while it is so.
    if (obstacle) throw new AppError('conflict', { message: obstacle });
    if (current !== quantity)
      throw new AppError('conflict', { message: 'forecasts.changedMeanwhile', values: { count: current } });
    return slot;
  }
  if (obstacle) throw new AppError('conflict', { message: obstacle });
  await publishUnits(context, trx, actor, { slotId, quantity, former, now });
  return slot;
}

/** Throws when it cannot be set. Followers hear of what is added, after those who wait in line. */
export async function publishUnits(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  actor: StockActor,
  { slotId, quantity, former, now }: Answer,
): Promise<void> {
  const { slot, isUpdated, addedUnits } = await changeSlotQuantity(jobs, trx, actor, {
    id: slotId,
    quantity,
    now,
    before: { former },
  });
  if (!isUpdated) {
    if (slot.closed) throw new AppError('conflict', { message: 'products.dateClosed' });
    if (slot.sold_out) throw new AppError('conflict', { message: 'forecasts.soldOut' });
    if (former !== null && former !== slot.quantity)
      throw new AppError('conflict', {
        message: 'forecasts.changedMeanwhile',
        values: { count: slot.quantity },
      });
    throw createTooLowError(slot);
  }
  if (addedUnits > 0) await addFollowerCheck(trx, { productId: slot.product_id, slotId });
}

const KEY_LENGTH = 22;

/** In the notification of a member: it answers this question and nothing else. Not stored. */
export const createQuestionKey = (
  { secrets }: Pick<Context, 'secrets'>,
  slotId: number,
  userId: number,
): string => secrets.hash('stock-question', `${slotId} ${userId}`).toString('base64url').slice(0, KEY_LENGTH);

/** By a button of a notification: whoever is signed in on this browser answers, with the rights they have now. */
export async function answerPushedQuestion(
  context: Context,
  { body }: Call<typeof endpoints.answerPushedQuestion>,
) {
  const { db, clock } = context;
  const { id, key, endpoint, quantity } = body;
  const now = clock.now();
  const user = await findSubscriber(db, endpoint, now);
  const expected = Buffer.from(user ? createQuestionKey(context, id, user.id) : '');
  const sent = Buffer.from(key);
  if (!user || sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new AppError('notFound', { message: 'forecasts.notYours' });
  const question = await findQuestion(db, id);
  const member = question && (await findMember(db, question.business_id, user.id));
  if (!member || !hasMemberRight(member.role, 'stock.change'))
    throw new AppError('notFound', { message: 'forecasts.notYours' });
  const slot = await db
    .transaction()
    .execute((trx) =>
      answer(
        context,
        trx,
        { id: user.id, member },
        { slotId: id, quantity, former: body.former_quantity ?? null, now },
      ),
    );
  return { data: composeConfirmation(slot, quantity, pickLanguage(user.language)) };
}

const composeConfirmation = (
  { name, sale_place_name: place }: AllocatedSlot,
  count: number,
  language: Language,
) => ({
  title: composeLine('push.stockPublished.title', language, { count, name }),
  body: composeLine('push.stockPublished.body', language, { place }),
});
