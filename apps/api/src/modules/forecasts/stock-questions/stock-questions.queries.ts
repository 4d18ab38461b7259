import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const listSettings = (db: DbOrTrx, productIds: readonly number[]) =>
  db
    .selectFrom('stock_question_settings')
    .select(['product_id', 'asks_at', 'publishes_itself'])
    .where('product_id', '=', sql<number>`any(${productIds}::int[])`)
    .execute();

export const saveSettings = (
  trx: Trx,
  product_id: number,
  change: { asks_at: string; publishes_itself: boolean; next_at: Date },
) =>
  trx
    .insertInto('stock_question_settings')
    .values({ product_id, ...change })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(change))
    .execute();

export const deleteSettings = (trx: Trx, productId: number) =>
  trx.deleteFrom('stock_question_settings').where('product_id', '=', productId).execute();

/** Products whose time has come; locked, so that each process takes its own. */
export const lockDueSettings = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('stock_question_settings as settings')
    .innerJoin('products', 'products.id', 'settings.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['settings.product_id', 'settings.asks_at', 'settings.publishes_itself', 'settings.next_at'])
    .select('sale_places.time_zone')
    .where('settings.next_at', '<=', now)
    .orderBy('settings.product_id')
    .limit(limit)
    .forUpdate('settings')
    .skipLocked()
    .execute();

export const setNextAskings = async (
  trx: Trx,
  rows: readonly { product_id: number; next_at: Date }[],
): Promise<void> => {
  await sql`
    UPDATE stock_question_settings SET next_at = next.next_at
    FROM unnest(${rows.map((row) => row.product_id)}::int[], ${rows.map((row) => row.next_at)}::timestamptz[])
      AS next (product_id, next_at)
    WHERE stock_question_settings.product_id = next.product_id`.execute(trx);
};

/** Whether the seller chose the number of slot `slot`, or did not keep an order of it. */
const isSetByHand = sql<boolean>`(slot.has_quantity_override or exists (select from orders
  join seller_cancellations on seller_cancellations.order_id = orders.id where orders.slot_id = slot.id))`;

/** Slots `slot` that nobody was asked about yet, with their forecast. */
const selectUnaskedSlots = (db: DbOrTrx) =>
  db
    .selectFrom('pickup_slots as slot')
    .leftJoin('forecasts as forecast', (join) =>
      join.onRef('forecast.product_id', '=', 'slot.product_id').onRef('forecast.date', '=', 'slot.date'),
    )
    .select(['slot.id', 'slot.product_id', 'slot.quantity'])
    .select(sql<number | null>`least(forecast.left_over, forecast.bought)`.as('forecast'))
    .select(isSetByHand.as('is_set_by_hand'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_questions')
            .select('stock_questions.slot_id')
            .whereRef('stock_questions.slot_id', '=', 'slot.id'),
        ),
      ),
    );

/** Slots of products on dates, with the forecast: before their pickup, not closed, marked sold out or asked about. */
export const listSlotsToAsk = (trx: Trx, dates: readonly { productId: number; date: string }[], now: Date) =>
  selectUnaskedSlots(trx)
    .where(
      sql<boolean>`(slot.product_id, slot.date) in (select product_id, date from unnest(
        ${dates.map(({ productId }) => productId)}::int[], ${dates.map(({ date }) => date)}::date[]) as asked (product_id, date))`,
    )
    .where('slot.starts_at', '>', now)
    .where('slot.closed', '=', false)
    .where('slot.sold_out', '=', false)
    .orderBy('slot.id')
    .execute();

/** Returns false when the slot was asked about before. */
export const insertQuestion = async (
  trx: Trx,
  question: {
    slot_id: number;
    asked_at: Date;
    promised: number;
    proposal: number | null;
    answer: number | null;
    answered_at: Date | null;
    is_published_by_itself: boolean;
  },
): Promise<boolean> =>
  ((
    await trx
      .insertInto('stock_questions')
      .values(question)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n;

/** Returns false when it was answered before. */
export const markAnswered = async (
  trx: Trx,
  slotId: number,
  { answer, now }: { answer: number; now: Date },
): Promise<boolean> =>
  (
    await trx
      .updateTable('stock_questions')
      .set({ answer, answered_at: now })
      .where('slot_id', '=', slotId)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

const selectQuestions = (db: DbOrTrx) =>
  db
    .selectFrom('stock_questions as question')
    .innerJoin('pickup_slots as slot', 'slot.id', 'question.slot_id')
    .innerJoin('products', 'products.id', 'slot.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .leftJoin('forecasts as forecast', (join) =>
      join.onRef('forecast.product_id', '=', 'slot.product_id').onRef('forecast.date', '=', 'slot.date'),
    )
    .leftJoin('forecast_runs as run', 'run.product_id', 'slot.product_id')
    .select(['question.slot_id', 'question.asked_at', 'question.promised', 'question.proposal'])
    .select(['question.answer', 'question.answered_at', 'question.is_published_by_itself'])
    .select(['slot.date', 'slot.quantity', 'sale_places.seller_id as business_id'])
    .select(['forecast.left_over', 'forecast.left_over_low', 'forecast.left_over_high'])
    .select(['forecast.bought', 'forecast.bought_low', 'forecast.bought_high'])
    .select(['forecast.like_days', 'forecast.sold_out_early_days', 'forecast.waited'])
    .select(['run.measured_days', 'run.days_in_range'])
    .select(sql<number | null>`run.mean_error::float8`.as('mean_error'))
    .select(sql<number | null>`run.average_error::float8`.as('average_error'));

export type QuestionRow = Awaited<ReturnType<typeof listQuestions>>[number];

/** More products than a business asks about on a day. */
const MAX_QUESTIONS = 200;

/** Slots whose pickup is not over; those without an answer come first. */
export const listQuestions = (
  db: Db,
  scope: BusinessScope,
  { salePlaceId, now }: { salePlaceId: number | undefined; now: Date },
) =>
  selectQuestions(db)
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('slot.ends_at', '>', now)
    .$if(salePlaceId !== undefined, (query) => query.where('sale_places.id', '=', salePlaceId!))
    .orderBy(sql`question.answered_at is not null`)
    .orderBy('slot.starts_at')
    .orderBy('slot.id')
    .limit(MAX_QUESTIONS)
    .execute();

export const findQuestion = (db: DbOrTrx, slotId: number, scope?: BusinessScope) =>
  selectQuestions(db)
    .where('question.slot_id', '=', slotId)
    .$if(scope !== undefined, (query) =>
      query.where(isInScope(scope!, 'sale_places.seller_id', 'sale_places.id')),
    )
    .executeTakeFirst();

/** Returns the slots of the deleted questions. */
export async function deleteOldQuestions(trx: Trx, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ slot_id: number }>`
    DELETE FROM stock_questions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM stock_questions WHERE asked_at < ${before} ORDER BY asked_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))
    RETURNING slot_id`.execute(trx);
  return rows.map(({ slot_id }) => slot_id);
}

/** Products that are asked about each day, with what their next days need. */
export const listProductsWithQuestion = (
  db: DbOrTrx,
  scope: BusinessScope,
  salePlaceId: number | undefined,
) =>
  db
    .selectFrom('stock_question_settings as settings')
    .innerJoin('products', 'products.id', 'settings.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['settings.product_id', 'settings.asks_at', 'settings.publishes_itself', 'settings.next_at'])
    .select(['products.name', 'products.photos', 'sale_places.id as sale_place_id'])
    .select(['sale_places.name as sale_place_name', 'sale_places.time_zone'])
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('products.state', 'not in', ['draft', 'removed'])
    .$if(salePlaceId !== undefined, (query) => query.where('sale_places.id', '=', salePlaceId!))
    .orderBy('settings.next_at')
    .orderBy('settings.product_id')
    .limit(MAX_QUESTIONS)
    .execute();

/** Slots of products that begin in a time and were not asked about, with their forecast. */
export const listSlotsWithoutQuestion = (
  db: DbOrTrx,
  productIds: readonly number[],
  { from, until }: { from: Date; until: Date },
) =>
  selectUnaskedSlots(db)
    .select('slot.date')
    .where('slot.product_id', '=', sql<number>`any(${productIds}::int[])`)
    .where('slot.starts_at', '>', from)
    .where('slot.starts_at', '<', until)
    .execute();
