import type { ReportDecider } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import { type Expression, type Insertable, sql } from 'kysely';
import { type BusinessScope, isInScope, isInScopeInOrder } from '../../../platform/db/business-scope.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const lockReport = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('reports')
    .select(['order_id', 'created_at', 'answer', 'answered_at', 'answered_by'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

interface StoredAnswer {
  answer: string;
  answered_by: ReportDecider;
  answered_at: Date;
}

const buildReportAnswer = (trx: Trx, orderId: number, answer: StoredAnswer) =>
  trx.updateTable('reports').set(answer).where('order_id', '=', orderId);

export const updateReportAnswer = (trx: Trx, orderId: number, answer: StoredAnswer) =>
  buildReportAnswer(trx, orderId, answer).execute();

/** Does nothing without a report, and to one that is answered. */
export const answerOpenReport = (trx: Trx, orderId: number, answer: StoredAnswer) =>
  buildReportAnswer(trx, orderId, answer).where('answered_at', 'is', null).execute();

/** A report that was answered with one of these words by nobody who looked at it waits for an answer again. */
export const reopenReport = (trx: Trx, orderId: number, answers: readonly string[]) =>
  trx
    .updateTable('reports')
    .set({ answer: null, answered_by: null, answered_at: null })
    .where('order_id', '=', orderId)
    .where('answered_by', '=', 'operator')
    .where('answer', 'in', answers)
    .execute();

/** Begins an update of a report that was made before an instant and is unanswered. */
const buildOverdueReportUpdate = (trx: Trx, orderId: number, overdueBefore: Date) =>
  trx
    .updateTable('reports')
    .where('order_id', '=', orderId)
    .where('answered_at', 'is', null)
    .where('created_at', '<', overdueBefore);

interface OverdueReport {
  orderId: number;
  now: Date;
  overdueBefore: Date;
}

/** Marks a report as asked about; false when it is answered, too new, or asked about. */
export async function openReportQuestion(trx: Trx, { orderId, now, overdueBefore }: OverdueReport) {
  const { numUpdatedRows } = await buildOverdueReportUpdate(trx, orderId, overdueBefore)
    .set({ question_at: now })
    .where('question_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks that the seller wrote; false when the report is answered or too new, or they wrote and no question is open. */
export async function closeReportQuestion(trx: Trx, { orderId, now, overdueBefore }: OverdueReport) {
  const { numUpdatedRows } = await buildOverdueReportUpdate(trx, orderId, overdueBefore)
    .set({ question_at: null, seller_message_at: now })
    .where((eb) => eb.or([eb('question_at', 'is not', null), eb('seller_message_at', 'is', null)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const insertReportMessage = (trx: Trx, message: Insertable<Database['report_messages']>) =>
  trx.insertInto('report_messages').values(message).execute();

export interface ReportMessage {
  author: ReportDecider;
  text: string;
  created_at: string;
}

/** Messages about the report of the query's row, oldest first. */
export const reportMessages = sql<ReportMessage[]>`(
  select coalesce(json_agg(json_build_object('author', author, 'text', message.text,
      'created_at', to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by message.id), '[]')
    from report_messages message where message.order_id = reports.order_id)`;

interface ReviewPage {
  /** Key of the last row of the previous page. */
  after: { at: Date; orderId: number } | null;
  limit: number;
}

/** Narrows what a seller reads to one order, or to reviews without a reply. */
interface ReviewFilter extends ReviewPage {
  orderId?: number;
  isUnreplied?: boolean;
}

export type ReviewAuthor = 'buyer' | 'seller';

/** By language, of the text of an order's review or of the reply to it; null without. */
export const selectReviewTranslations = (orderId: Expression<unknown>, author: ReviewAuthor) =>
  sql<Partial<
    Record<Language, string>
  > | null>`(select jsonb_object_agg(language, text) from review_translations where order_id = ${orderId} and author = ${author})`;

/** Ratings, newest first, of what is not hidden; without name and text of deleted accounts. */
export const listReviews = (
  db: Db,
  scope: BusinessScope,
  { after, limit, orderId, isUnreplied = false }: ReviewFilter,
) =>
  db
    .selectFrom('ratings')
    .leftJoin('review_replies as reply', 'reply.order_id', 'ratings.order_id')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .select(['ratings.order_id', 'ratings.stars', 'ratings.created_at', 'ratings.language'])
    .select(['orders.product_id', 'orders.product_name', 'orders.sale_place_id'])
    .select('sale_places.name as place_name')
    .select(sql<string>`case when users.deleted_at is null then ratings.text else '' end`.as('text'))
    .select(sql<string>`case when users.deleted_at is null then users.name else '' end`.as('name'))
    .select(['reply.text as reply_text', 'reply.language as reply_language'])
    .select(['reply.created_at as replied_at', 'reply.hidden_at as reply_hidden_at'])
    .select(selectReviewTranslations(sql.ref('ratings.order_id'), 'buyer').as('translations'))
    .select(selectReviewTranslations(sql.ref('ratings.order_id'), 'seller').as('reply_translations'))
    .where(isInScopeInOrder(scope, 'ratings.seller_id', 'orders.sale_place_id'))
    .$if(orderId !== undefined, (query) => query.where('ratings.order_id', '=', orderId!))
    .$if(isUnreplied, (query) => query.where('reply.order_id', 'is', null))
    .where('ratings.hidden_at', 'is', null)
    .where('products.hidden_at', 'is', null)
    .where('sale_places.hidden_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(ratings.created_at, ratings.order_id) < (${after!.at}::timestamptz, ${after!.orderId}::bigint)`,
      ),
    )
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')
    .limit(limit)
    .execute();

/** Returns false when the order has a rating already. */
export const insertRating = async (trx: Trx, rating: Insertable<Database['ratings']>): Promise<boolean> =>
  (await trx
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;

/** Returns false when the order has a report already. */
export const insertReport = async (trx: Trx, report: Insertable<Database['reports']>): Promise<boolean> =>
  (await trx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;

export const findReportToTranslate = (db: Db, orderId: number) =>
  db
    .selectFrom('reports')
    .select(['text', 'language', 'translations'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** Adds to the translations of a report, unless its text is gone: a deleted account takes its words along. */
export const addReportTranslation = (
  db: Db,
  orderId: number,
  text: string,
  translation: Partial<Record<Language, string>>,
) =>
  db
    .updateTable('reports')
    .set({ translations: sql`translations || ${JSON.stringify(translation)}::jsonb` })
    .where('order_id', '=', orderId)
    .where('text', '=', text)
    .execute();

/** Hides a review or shows it again; undefined when it is so already, or missing. */
export const setRatingHidden = (trx: Trx, orderId: number, hiddenAt: Date | null) =>
  trx
    .updateTable('ratings')
    .from('orders')
    .whereRef('orders.id', '=', 'ratings.order_id')
    .set({ hidden_at: hiddenAt })
    .where('ratings.order_id', '=', orderId)
    .where('ratings.hidden_at', hiddenAt ? 'is' : 'is not', null)
    .returning(['ratings.stars', 'orders.product_id'])
    .executeTakeFirst();

/** Whether a review that is shown is of an order in the scope. */
export const findReviewedOrder = (db: DbOrTrx, scope: BusinessScope, orderId: number) =>
  db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .select(['orders.sale_place_id', 'orders.product_id'])
    .where('ratings.order_id', '=', orderId)
    .where(isInScope(scope, 'ratings.seller_id', 'orders.sale_place_id'))
    .where('ratings.hidden_at', 'is', null)
    .executeTakeFirst();

/** Returns the text of the reply that is there already; undefined when this one is new. */
export async function insertReviewReply(
  trx: Trx,
  reply: Insertable<Database['review_replies']>,
): Promise<string | undefined> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_replies')
    .values(reply)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return undefined;
  const { text } = await trx
    .selectFrom('review_replies')
    .select('text')
    .where('order_id', '=', reply.order_id)
    .executeTakeFirstOrThrow();
  return text;
}

/** Hides a reply or shows it again. */
export async function setReviewReplyHidden(trx: Trx, orderId: number, hiddenAt: Date | null): Promise<void> {
  await trx
    .updateTable('review_replies')
    .set({ hidden_at: hiddenAt })
    .where('order_id', '=', orderId)
    .execute();
}
