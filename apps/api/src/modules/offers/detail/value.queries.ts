import { VALUE_DAYS, type ValueCounts } from '@wopack/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { StoredPhoto } from '../../../platform/files/storage.ts';

type ValueSubject = { productId: number } | { salePlaceId: number };

/**
 * What people said of a product, or of all products of a sale place, in the last 90 days: each person once, with their last
 * answer. From an index alone.
 */
export async function countValueAnswers(db: Db, subject: ValueSubject, now: Date): Promise<ValueCounts> {
  const isOfSubject =
    'productId' in subject
      ? sql`product_id = ${subject.productId}`
      : sql`sale_place_id = ${subject.salePlaceId}`;
  const { rows } = await sql<ValueCounts>`
    select count(*) filter (where answer = 'more')::int as more, count(*) filter (where answer = 'about')::int as about,
      count(*) filter (where answer = 'less')::int as less
    from (
      select distinct on (user_id) answer from value_answers
      where ${isOfSubject} and answered_at > ${now}::timestamptz - ${VALUE_DAYS} * interval '1 day'
      order by user_id, answered_at desc, order_id desc
    ) last_answers`.execute(db);
  return rows[0]!;
}

const MAX_EXAMPLES = 6;

/** Photos of a product by buyers that its seller shows, the newest first. */
export async function listExamples(db: Db, productId: number) {
  const { rows } = await sql<{ photo: StoredPhoto; collected_on: string }>`
    select value_answers.photo, (orders.collected_at at time zone place.time_zone)::date::text as collected_on
    from value_answers join orders on orders.id = value_answers.order_id
      join sale_places place on place.id = orders.sale_place_id
    where value_answers.product_id = ${productId} and pinned_at is not null and value_answers.hidden_at is null
    order by pinned_at desc, order_id desc limit ${MAX_EXAMPLES}`.execute(db);
  return rows;
}
