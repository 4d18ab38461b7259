import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { lockMyProduct } from '../../products/index.ts';
import { findMySalePlace } from '../../sale-places/index.ts';
import { buildQuestionViews } from './question-view.ts';
import { deleteSettings, listQuestions, listSettings, saveSettings } from './stock-questions.queries.ts';
import { findLatestStart, findNextAsking } from './stock-questions.rules.ts';

export async function listStockQuestions(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listStockQuestions>,
) {
  const { sale_place_id: salePlaceId } = query;
  if (salePlaceId !== undefined && !(await findMySalePlace(db, actor.member, salePlaceId)))
    throw new AppError('notFound');
  const now = clock.now();
  const questions = await listQuestions(db, actor.member, { salePlaceId, now });
  return { data: await buildQuestionViews(db, actor.member, questions, { now, language }) };
}

export async function updateStockQuestion(
  { db, clock }: Context,
  { actor, params: { id }, body }: Call<typeof endpoints.updateStockQuestion>,
) {
  const now = clock.now();
  const { asks_at: asksAt, publishes_itself: publishesItself = false } = body;
  return db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.member, id);
    if (!product) throw new AppError('notFound');
    const latestStart = product.schedule && findLatestStart(product.schedule);
    if (asksAt !== null) {
      if (latestStart === null) throw new AppError('conflict', { message: 'products.isDraft' });
      if (asksAt >= latestStart)
        throw createValidationError('asks_at', 'forecasts.asksTooLate', { time: latestStart });
    }
    const [former] = await listSettings(trx, [id]);
    if (asksAt === null) await deleteSettings(trx, id);
    else {
      const { time_zone: timeZone } = (await findMySalePlace(trx, actor.member, product.sale_place_id))!;
      await saveSettings(trx, id, {
        asks_at: asksAt,
        publishes_itself: publishesItself,
        next_at: findNextAsking(asksAt, timeZone, now),
      });
    }
    const settings = { asks_at: asksAt, publishes_itself: asksAt !== null && publishesItself };
    if (
      settings.asks_at !== (former?.asks_at ?? null) ||
      settings.publishes_itself !== (former?.publishes_itself ?? false)
    )
      await recordActivity(trx, actor, {
        kind: 'product_changed',
        salePlaceId: product.sale_place_id,
        productId: id,
        after: { fields: 'stock_question' },
        now,
      });
    return { data: settings };
  });
}
