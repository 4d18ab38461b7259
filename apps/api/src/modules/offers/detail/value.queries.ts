import { ANSWERS_READ, type PersonAnswer } from '@wopack/domain';
import { sql } from 'kysely';
import { isMemberOf } from '../../../platform/db/business-scope.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { StoredPhoto } from '../../../platform/files/storage.ts';

type ValueSubject = { productId: number } | { salePlaceId: number };

/**
 * The last answers about a product, or about all products of a sale place, oldest first: from `atOnce` to twice as many, or
 * all there are.
 */
export async function listValueAnswers(
  db: Db,
  subject: ValueSubject,
  atOnce = ANSWERS_READ,
): Promise<(PersonAnswer & { productId: number })[]> {
  const isOfSubject =
    'productId' in subject
      ? sql`product_id = ${subject.productId}`
      : sql`sale_place_id = ${subject.salePlaceId}`;
  const { rows } = await sql<PersonAnswer & { productId: number }>`
    select user_id as "userId", case when ${isMemberOf(sql`(select seller_id from sale_places where id = sale_place_id)`, sql`value_answers.user_id`)}
        then null else answer end as answer,
      answered_at as "answeredAt", product_id as "productId" from value_answers
    where ${isOfSubject} order by answered_at, order_id
    offset (select greatest(count(*) - ${atOnce}, 0) / ${atOnce} * ${atOnce} from value_answers where ${isOfSubject})
  `.execute(db);
  return rows;
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
