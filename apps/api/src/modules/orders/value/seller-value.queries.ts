import type { ValueProposalOutcome } from '@wopack/contract';
import { ANSWERS_READ, type PersonAnswer } from '@wopack/domain';
import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { StoredPhoto } from '../../../platform/files/storage.ts';
import { isBoughtByMember } from '../orders.queries.ts';

/** Products of which somebody got less since an instant, and those with an open proposal; the next by id. */
export const listProductsToJudge = async (
  db: DbOrTrx,
  { since, after, limit }: { since: Date; after: number; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select product_id as id from value_answers
      where answer = 'less' and product_id > ${after} and answered_at > ${since}
      union select product_id from value_proposals where ended_at is null and product_id > ${after}
    ) judged order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** A product with its open proposal; locked. */
export async function lockJudgedProduct(trx: Trx, productId: number) {
  const product = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.name', 'products.state', 'products.price_cents'])
    .select(['products.old_price_cents', 'products.sale_place_id', 'sale_places.seller_id'])
    .select(['sale_places.name as place_name', 'sale_places.time_zone'])
    .where('products.id', '=', productId)
    .forShare('products')
    .executeTakeFirst();
  const proposal = await trx
    .selectFrom('value_proposals')
    .select(['id', 'from_cents', 'to_cents'])
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return product && { ...product, proposal };
}

export const insertProposal = (
  trx: Trx,
  proposal: {
    product_id: number;
    from_cents: number;
    to_cents: number;
    answers: number;
    less: number;
    made_at: Date;
  },
) => trx.insertInto('value_proposals').values(proposal).execute();

export const endProposal = (
  trx: Trx,
  id: number,
  { outcome, now }: { outcome: ValueProposalOutcome; now: Date },
) =>
  trx
    .updateTable('value_proposals')
    .set({ ended_at: now, outcome })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();

/** A proposal about a product in the member's scope. */
export const findMyProposal = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  db
    .selectFrom('value_proposals')
    .innerJoin('products', 'products.id', 'value_proposals.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['value_proposals.id', 'value_proposals.product_id', 'value_proposals.from_cents'])
    .select(['value_proposals.to_cents', 'value_proposals.ended_at', 'value_proposals.outcome'])
    .where('value_proposals.id', '=', id)
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .executeTakeFirst();

export interface SellerAnswer extends PersonAnswer {
  product_id: number;
  /** Monday of the week of the pickup. */
  week: string;
  /** What a pack was said to be worth. */
  promised_cents: number;
  /** A key of who handed out: one of the names at the counter, or a member; null where it is not recorded. */
  handed_out_by: string | null;
  handed_out_name: string | null;
}

/** Answers about orders in the scope, or about one product, oldest first: of each product those that its figure is worked out from. */
export async function listAnswers(
  db: DbOrTrx,
  of: BusinessScope | { productId: number },
): Promise<SellerAnswer[]> {
  const isLookedAt =
    'productId' in of
      ? sql`answers.product_id = ${of.productId}`
      : isInScope(of, 'place.seller_id', 'place.id');
  const { rows } = await sql<SellerAnswer>`
    select answered.user_id as "userId", case when ${isBoughtByMember} then null else answered.answer end as answer,
      answered.answered_at as "answeredAt", answered.product_id,
      date_trunc('week', slot.date)::date::text as week, orders.old_price_cents / orders.quantity as promised_cents,
      case when names.name is not null then coalesce('name ' || orders.handed_out_name_id, 'member ' || orders.handed_out_by) end
        as handed_out_by,
      names.name as handed_out_name
    from (
      select answers.order_id, answers.product_id, answers.user_id, answers.answer, answers.answered_at,
        row_number() over (partition by product_id order by answered_at, order_id) as rank,
        count(*) over (partition by product_id) as product_answers
      from value_answers answers join sale_places place on place.id = answers.sale_place_id
      where ${isLookedAt}
    ) answered
    join orders on orders.id = answered.order_id
    join pickup_slots slot on slot.id = orders.slot_id
    left join counter_names counter on counter.id = orders.handed_out_name_id
    left join users member on member.id = orders.handed_out_by
    cross join lateral (
      select coalesce(counter.name, nullif(trim(concat_ws(' ', member.name, member.surname)), '')) as name
    ) names
    where answered.rank > greatest(answered.product_answers - ${ANSWERS_READ}, 0) / ${ANSWERS_READ} * ${ANSWERS_READ}
    order by answered.answered_at, answered.order_id`.execute(db);
  return rows;
}

/** Products in the scope that are or were on sale and are not removed, with their open proposals. */
export const listValuedProducts = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .leftJoin('value_proposals as proposal', (join) =>
      join.onRef('proposal.product_id', '=', 'products.id').on('proposal.ended_at', 'is', null),
    )
    .select(['products.id', 'products.name', 'products.old_price_cents', 'products.sale_place_id'])
    .select(['sale_places.name as place_name', 'proposal.id as proposal_id', 'proposal.from_cents'])
    .select(['proposal.to_cents', 'proposal.answers', 'proposal.less', 'proposal.made_at'])
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('products.state', 'not in', ['draft', 'removed'])
    .orderBy('products.name')
    .orderBy('products.id')
    .execute();

/** Orders that sale places in the scope kept, as last counted. */
export const listReliability = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'counted_orders', 'kept_orders', 'cancelled_orders'])
    .select(['last_cancelled_at', 'last_cancelled_minutes_ahead'])
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

const MAX_PHOTOS = 60;

/** Photos that buyers sent, without who they are: first those that are shown, then the newest. */
export async function listValuePhotos(db: DbOrTrx, scope: BusinessScope) {
  const { rows } = await sql<{
    photo: StoredPhoto;
    product_id: number;
    product_name: string;
    week: string;
    may_be_shown: boolean;
    is_pinned: boolean;
    is_hidden: boolean;
  }>`
    select answered.photo, answered.product_id, products.name as product_name,
      date_trunc('week', slot.date)::date::text as week, answered.may_be_shown,
      answered.pinned_at is not null as is_pinned, answered.hidden_at is not null as is_hidden
    from value_answers answered join sale_places place on place.id = answered.sale_place_id
      join products on products.id = answered.product_id
      join orders on orders.id = answered.order_id join pickup_slots slot on slot.id = orders.slot_id
    where ${isInScope(scope, 'place.seller_id', 'place.id')} and answered.photo is not null
    order by answered.pinned_at desc nulls last, answered.answered_at desc, answered.order_id desc
    limit ${MAX_PHOTOS}`.execute(db);
  return rows;
}

/** A photo by its path, of a product in the scope; locked. */
export async function lockValuePhoto(trx: Trx, scope: BusinessScope, path: string) {
  const { rows } = await sql<{
    order_id: number;
    may_be_shown: boolean;
    hidden_at: Date | null;
    photo: StoredPhoto;
  }>`
    select answered.order_id, answered.may_be_shown, answered.hidden_at, answered.photo
    from value_answers answered join sale_places place on place.id = answered.sale_place_id
    where ${isInScope(scope, 'place.seller_id', 'place.id')} and answered.photo ->> 'path' = ${path}
    for update of answered`.execute(trx);
  return rows[0];
}

export const setPinned = (trx: Trx, orderId: number, pinnedAt: Date | null) =>
  trx.updateTable('value_answers').set({ pinned_at: pinnedAt }).where('order_id', '=', orderId).execute();

/** The answer stays, which the photo only illustrates. */
export const removePhoto = (trx: Trx, orderId: number) =>
  trx
    .updateTable('value_answers')
    .set({ photo: null, may_be_shown: false, pinned_at: null, hidden_at: null })
    .where('order_id', '=', orderId)
    .execute();

/** An example that a product shows or showed, by its path. */
export async function findExample(db: DbOrTrx, productId: number, path: string) {
  const { rows } = await sql<{ order_id: number; photo: StoredPhoto; hidden_at: Date | null }>`
    select order_id, photo, hidden_at from value_answers
    where product_id = ${productId} and pinned_at is not null and photo ->> 'path' = ${path}`.execute(db);
  return rows[0];
}

export const setExampleHidden = (trx: Trx, orderId: number, hiddenAt: Date | null) =>
  trx.updateTable('value_answers').set({ hidden_at: hiddenAt }).where('order_id', '=', orderId).execute();
