import type { CaseKind } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { RefundedOrder } from '../operators/refund-limit.ts';

const userItself = (id: number) => sql`select ${id}::int as user_id`;
const sellerOfProduct = (id: number) => sql`
  select seller_id as user_id from products where id = ${id}`;
const peopleOfOrder = (id: number) => sql`
  select user_id from orders where id = ${id}
  union select seller_id from orders where id = ${id}
  union select partner_id from affiliate_shares where order_id = ${id}`;

const CONCERNED: Record<Exclude<CaseKind, 'due_payouts'>, (id: number) => RawBuilder<unknown>> = {
  order: peopleOfOrder,
  review: peopleOfOrder,
  review_reply: peopleOfOrder,
  user: userItself,
  seller: userItself,
  product: sellerOfProduct,
  photo: sellerOfProduct,
  sale_place: (id) => sql`select seller_id as user_id from sale_places where id = ${id}`,
  content_report: (id) => sql`
    select seller_id as user_id from content_reports where id = ${id}
    union select reporter_id from content_reports where id = ${id}
    union select users.id from content_reports report join users on users.email = report.reporter_email
      where report.id = ${id}
    union select orders.user_id from content_reports report join orders on orders.id = report.subject_id
      where report.id = ${id} and report.subject_kind in ('review', 'review_reply')`,
  look_alike: (id) => sql`
    select seller_id as user_id from look_alikes pair
    join sale_places place on place.id in (pair.sale_place_id, pair.earlier_place_id) where pair.id = ${id}`,
  place_claim: (id) => sql`
    select claimant_id as user_id from place_claims where id = ${id}
    union select owner_id from place_claims where id = ${id}
    union select seller_id from place_claims claim
      join sale_places on sale_places.id = claim.sale_place_id where claim.id = ${id}`,
  decision: (id) => sql`
    select user_id from decisions where id = ${id}
    union select users.id from decisions decision join users on users.email = decision.email where decision.id = ${id}`,
  refund: (id) => sql`
    select payment.user_id from refunds join payments payment on payment.id = refunds.payment_id where refunds.id = ${id}
    union select seller_id from refunds join payments payment on payment.id = refunds.payment_id
      join products on products.id = payment.product_id where refunds.id = ${id}
    union select share.partner_id from refunds join orders on orders.payment_id = refunds.payment_id
      join affiliate_shares share on share.order_id = orders.id where refunds.id = ${id}`,
  payout: (id) => sql`
    select user_id from payouts where id = ${id}
    union select details.user_id from payouts join payout_details details on details.iban = payouts.iban
      where payouts.id = ${id}`,
  payout_run: (id) => sql`
    select user_id from payouts where run_id = ${id}
    union select details.user_id from payouts join payout_details details on details.iban = payouts.iban
      where payouts.run_id = ${id}`,
};

/**
 * Users, and the owners and managers of the businesses among them. A founder who handed theirs over stays concerned: the
 * list is of numbers, and theirs is the business’s.
 */
async function addMembers(db: DbOrTrx, ids: readonly number[]): Promise<number[]> {
  const members = await db
    .selectFrom('members')
    .select('user_id')
    .where('business_id', '=', sql<number>`any(${ids}::int[])`)
    .where('role', 'in', ['owner', 'manager'])
    .execute();
  return [...new Set([...ids, ...members.map(({ user_id }) => user_id)])];
}

/** These users, and whoever is paid to a bank account of theirs: the same person, or one who has the money with them. */
export async function addSharersOfAccounts(db: DbOrTrx, userIds: readonly number[]): Promise<number[]> {
  const sharers = await db
    .selectFrom('payout_details as own')
    .innerJoin('payout_details as other', 'other.iban', 'own.iban')
    .select('other.user_id')
    .where('own.user_id', '=', sql<number>`any(${userIds}::int[])`)
    .execute();
  return [...new Set([...userIds, ...sharers.map(({ user_id }) => user_id)])];
}

/**
 * Everybody concerned with a subject: who bought, sold, gets a share, is paid, reported or is decided upon, and who shares
 * a bank account with one of them. A decision concerns whomever its subject does.
 */
export async function listConcernedUsers(
  db: DbOrTrx,
  kind: Exclude<CaseKind, 'due_payouts'>,
  id: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number | null }>`${CONCERNED[kind](id)}`.execute(db);
  const userIds = await addSharersOfAccounts(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  const concernedIds = await addMembers(db, userIds);
  if (kind !== 'decision') return concernedIds;
  const decision = await db
    .selectFrom('decisions')
    .select(['subject_kind', 'subject_id', 'content_report_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!decision) return concernedIds;
  const { subject_kind, subject_id, content_report_id } = decision;
  return [
    ...concernedIds,
    ...(await listConcernedUsers(db, subject_kind, subject_id)),
    ...(content_report_id === null ? [] : await listConcernedUsers(db, 'content_report', content_report_id)),
  ];
}

/** Languages of those who read what is decided about a subject, also of readers without an account. */
export async function listReaderLanguages(
  db: DbOrTrx,
  kind: CaseKind,
  id: number,
  concernedIds: readonly number[],
): Promise<Language[]> {
  const guests =
    kind === 'content_report'
      ? sql`select language from content_reports where id = ${id} and reporter_id is null`
      : sql`select language from decisions where ${kind === 'decision'} and id = ${id} and user_id is null`;
  const { rows } = await sql<{ language: string }>`
    select language from users where id = any(${concernedIds}::int[]) union ${guests}`.execute(db);
  return [...new Set(rows.map(({ language }) => pickLanguage(language)))];
}

/** Who took the last steps of what a subject pays; none of what is not paid any more. */
export async function listSteps(
  db: DbOrTrx,
  kind: CaseKind,
  id: number,
): Promise<{ changed_by: number | null }[]> {
  if (kind === 'refund') return db.selectFrom('refunds').select('changed_by').where('id', '=', id).execute();
  if (kind !== 'payout' && kind !== 'payout_run') return [];
  return db
    .selectFrom('payouts')
    .select('changed_by')
    .where(kind === 'payout' ? 'id' : 'run_id', '=', id)
    .where('state', '!=', 'returned')
    .execute();
}

export const findRefundedOrder = (db: DbOrTrx, id: number): Promise<RefundedOrder | undefined> =>
  db
    .selectFrom('orders')
    .select(['price_cents', 'refunded_cents', 'quantity', 'returned_quantity'])
    .where('id', '=', id)
    .executeTakeFirst();
