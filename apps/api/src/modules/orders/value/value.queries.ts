import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { StoredPhoto } from '../../../platform/files/storage.ts';

export const lockAnswer = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('value_answers')
    .select(['answer', 'photo', 'may_be_shown', 'pinned_at', 'hidden_at'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

/** One an order: a later one takes its place, also among the other answers, which change together in their order. */
export const saveAnswer = (
  trx: Trx,
  { photo, ...row }: Omit<Insertable<Database['value_answers']>, 'photo'> & { photo: StoredPhoto | null },
) => {
  const { answer, may_be_shown, pinned_at, hidden_at } = row;
  const values = {
    answer,
    may_be_shown,
    pinned_at,
    hidden_at,
    photo: photo && JSON.stringify(photo),
  };
  return trx
    .insertInto('value_answers')
    .values({ ...row, ...values })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute();
};

/**
 * Leaves the place of the answer about an order, or of all answers of a user: without it, others would be counted together
 * in other groups. Returns their photos.
 */
export async function withdrawAnswers(
  trx: Trx,
  of: { orderId: number } | { userId: number },
): Promise<StoredPhoto[]> {
  const isOfSubject = 'orderId' in of ? sql`order_id = ${of.orderId}` : sql`user_id = ${of.userId}`;
  const { rows } = await sql<{ photo: StoredPhoto | null }>`
    update value_answers set answer = null, photo = null, may_be_shown = false, pinned_at = null, hidden_at = null
    from (select order_id, photo from value_answers where ${isOfSubject} for update) before
    where before.order_id = value_answers.order_id returning before.photo`.execute(trx);
  return rows.flatMap(({ photo }) => photo ?? []);
}

/** Photos that nobody shows, of answers before an instant: they are taken off, and returned to be removed. */
export async function takeOldPhotos(trx: Trx, before: Date, limit: number): Promise<StoredPhoto[]> {
  const { rows } = await sql<{ photo: StoredPhoto }>`
    with old as (
      select order_id, photo from value_answers
      where photo is not null and pinned_at is null and answered_at < ${before}
      order by answered_at, order_id limit ${limit} for update skip locked
    )
    update value_answers set photo = null, may_be_shown = false, hidden_at = null
    from old where value_answers.order_id = old.order_id returning old.photo`.execute(trx);
  return rows.map(({ photo }) => photo);
}

/** Proposals that ended before an instant. */
export const deleteOldProposals = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'value_proposals', { by: 'ended_at', isDue: sql`ended_at < ${before}` });
