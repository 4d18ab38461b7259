import type { Language } from '@wopack/domain';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ReviewAuthor } from './feedback.queries.ts';

interface ReviewText {
  author: ReviewAuthor;
  text: string;
  language: Language;
}

/** The text of a review and the reply to it, as far as they are shown and have a language. */
export async function listTextsToTranslate(db: DbOrTrx, orderId: number): Promise<ReviewText[]> {
  const { rows } = await sql<ReviewText>`
    select 'buyer' as author, ratings.text, ratings.language
    from ratings join orders on orders.id = ratings.order_id join users on users.id = orders.user_id
    where ratings.order_id = ${orderId} and ratings.text <> '' and ratings.language is not null
      and ratings.hidden_at is null and users.deleted_at is null
    union all
    select 'seller', reply.text, reply.language
    from review_replies reply join ratings using (order_id)
    where order_id = ${orderId} and reply.hidden_at is null and ratings.hidden_at is null`.execute(db);
  return rows;
}

export const listReviewTranslations = (db: DbOrTrx, orderId: number) =>
  db
    .selectFrom('review_translations')
    .select(['author', 'language'])
    .where('order_id', '=', orderId)
    .execute();

export const markReviewTried = (db: Db, orderId: number, now: Date) =>
  db.updateTable('ratings').set({ translation_tried_at: now }).where('order_id', '=', orderId).execute();

/** Inserts a translation, unless its text is gone: a deleted account takes its words along. */
export async function insertReviewTranslation(
  trx: Trx,
  orderId: number,
  { author, text: original }: ReviewText,
  translation: { language: Language; text: string },
): Promise<void> {
  const source = await trx
    .selectFrom(author === 'buyer' ? 'ratings' : 'review_replies')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('text', '=', original)
    .forShare()
    .executeTakeFirst();
  if (!source) return;
  await trx
    .insertInto('review_translations')
    .values({ order_id: orderId, author, ...translation })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface UntranslatedOptions {
  /** How many each text should have. */
  translations: number;
  writtenSince: Date;
  /** Leaves out those tried since. */
  triedBefore: Date;
  limit: number;
}

/** Reviews whose text or reply lacks a translation: those never tried first, then those tried longest ago. */
export async function listUntranslatedReviews(
  db: DbOrTrx,
  { translations, writtenSince, triedBefore, limit }: UntranslatedOptions,
): Promise<{ id: number }[]> {
  const countTranslations = (author: ReviewText['author']) =>
    sql`(select count(*) from review_translations where order_id = ratings.order_id and author = ${author})`;
  const { rows } = await sql<{ id: number }>`
    select ratings.order_id as id
    from ratings left join review_replies reply on reply.order_id = ratings.order_id and reply.hidden_at is null
    where ratings.created_at > ${writtenSince} and ratings.hidden_at is null
      and (translation_tried_at is null or translation_tried_at < ${triedBefore})
      and ((ratings.text <> '' and ratings.language is not null and ${countTranslations('buyer')} < ${translations})
        or (reply.order_id is not null and ${countTranslations('seller')} < ${translations}))
    order by translation_tried_at nulls first, ratings.created_at desc limit ${limit}`.execute(db);
  return rows;
}
