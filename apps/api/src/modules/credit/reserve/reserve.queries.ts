import type { CreditSource, DiscountPayer } from '@wopack/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { CodeFit } from '../credit.rules.ts';

interface Purchase {
  userId: number;
  productId: number;
  slotId: number;
}

/** The hold that the user has of the slot: what it has counts as not used yet. */
const ownHold = ({ userId, slotId }: Pick<Purchase, 'userId' | 'slotId'>) =>
  sql`SELECT id FROM payments WHERE user_id = ${userId} AND slot_id = ${slotId} AND state = 'pending'`;

/** What of a code is about the purchase, and whose sale place it is where a business pays it. */
export async function findCodeFit(db: DbOrTrx, codeId: number, purchase: Purchase) {
  const { userId, productId } = purchase;
  const { rows } = await sql<CodeFit & { payer_name: string | null }>`
    SELECT CASE WHEN code.seller_id IS NOT NULL THEN place.name END AS payer_name,
      (SELECT amount_cents FROM discount_uses held WHERE held.code_id = code.id
        AND held.payment_id = (${ownHold(purchase)})) AS held_cents,
      EXISTS (SELECT FROM orders WHERE orders.user_id = ${userId}
          AND orders.state IN ('paid', 'collected', 'not_collected'))
        OR EXISTS (SELECT FROM payments held JOIN discount_codes first_code ON first_code.id = held.discount_code_id
          WHERE held.user_id = ${userId} AND held.state = 'pending' AND held.slot_id <> ${purchase.slotId}
            AND first_code.is_first_order_only) AS has_orders,
      EXISTS (SELECT FROM members WHERE members.business_id = code.seller_id AND members.user_id = ${userId}) AS is_of_member,
      (code.seller_id IS NULL OR code.seller_id = place.seller_id) AND (
        NOT EXISTS (SELECT FROM discount_code_sale_places places WHERE places.code_id = code.id)
        OR EXISTS (SELECT FROM discount_code_sale_places places
          WHERE places.code_id = code.id AND places.sale_place_id = place.id)) AS is_here,
      NOT EXISTS (SELECT FROM discount_code_types types WHERE types.code_id = code.id)
        OR EXISTS (SELECT FROM discount_code_types types
          WHERE types.code_id = code.id AND types.type_id = ANY (products.type_ids)) AS is_of_type
    FROM discount_codes code CROSS JOIN products JOIN sale_places place ON place.id = products.sale_place_id
    WHERE code.id = ${codeId} AND products.id = ${productId}`.execute(db);
  return rows[0];
}

export interface UsableGrant {
  left_cents: number;
  ends_at: Date | null;
  source: CreditSource;
  place_name: string | null;
}

/** In the order in which they are used. Credit that the user's own hold of the slot has counts, also of what ended since. */
export async function listUsableGrants(
  db: DbOrTrx,
  hold: Pick<Purchase, 'userId' | 'slotId'>,
  now: Date,
): Promise<UsableGrant[]> {
  const { rows } = await sql<UsableGrant>`
    SELECT usable.cents AS left_cents, grants.ends_at, grants.source, place.name AS place_name
    FROM credit_grants grants
    LEFT JOIN orders ON orders.id = grants.order_id AND grants.seller_id IS NOT NULL
    LEFT JOIN sale_places place ON place.id = orders.sale_place_id
    LEFT JOIN credit_uses held ON held.grant_id = grants.id AND held.payment_id = (${ownHold(hold)})
    CROSS JOIN LATERAL (SELECT coalesce(held.amount_cents, 0)
      + CASE WHEN grants.ends_at <= ${now} THEN 0 ELSE grants.left_cents END AS cents) usable
    WHERE grants.user_id = ${hold.userId} AND usable.cents > 0
    ORDER BY grants.ends_at NULLS LAST, grants.id`.execute(db);
  return rows;
}

/** Credit of a grant that a hold has or had. */
export interface HeldCredit {
  grant_id: number;
  amount_cents: number;
}

/**
 * Takes credit for a payment from grants that have not ended, those that end first before the others. `former`: what its
 * hold had until now, which can be taken again although its grant has ended. Returns how much it took: less than `cents`
 * when there is less.
 */
export async function takeCredit(
  trx: Trx,
  {
    paymentId,
    userId,
    cents,
    former,
    now,
  }: { paymentId: number; userId: number; cents: number; former: readonly HeldCredit[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    WITH usable AS (
      SELECT credit_grants.id, ends_at,
        CASE WHEN ends_at <= ${now} THEN least(left_cents, former.amount_cents) ELSE left_cents END AS cents
      FROM credit_grants LEFT JOIN json_to_recordset(${JSON.stringify(former)}) AS former (grant_id int, amount_cents int)
        ON former.grant_id = credit_grants.id
      WHERE user_id = ${userId} AND left_cents > 0
        AND (ends_at IS NULL OR ends_at > ${now} OR former.grant_id IS NOT NULL)
      ORDER BY credit_grants.id FOR NO KEY UPDATE OF credit_grants
    ), part AS (
      SELECT id, least(cents, ${cents}::int - (sum(cents) OVER (ORDER BY ends_at NULLS LAST, id) - cents))::int AS cents
      FROM usable
    ), taken AS (
      UPDATE credit_grants SET left_cents = left_cents - part.cents FROM part
      WHERE part.id = credit_grants.id AND part.cents > 0 AND credit_grants.left_cents >= part.cents
      RETURNING credit_grants.id, part.cents
    )
    INSERT INTO credit_uses (payment_id, grant_id, amount_cents) SELECT ${paymentId}, id, cents FROM taken
    RETURNING amount_cents AS cents`.execute(trx);
  return rows.reduce((sum, row) => sum + row.cents, 0);
}

/** Gives back what an unpaid hold has of the user's credit, and returns it. */
export async function putCreditBack(trx: Trx, paymentId: number): Promise<HeldCredit[]> {
  const { rows } = await sql<HeldCredit>`
    WITH held AS (
      DELETE FROM credit_uses WHERE payment_id = ${paymentId} RETURNING grant_id, amount_cents
    )
    UPDATE credit_grants SET left_cents = left_cents + held.amount_cents FROM held
    WHERE credit_grants.id = held.grant_id RETURNING held.grant_id, held.amount_cents`.execute(trx);
  return rows;
}

/**
 * Gives back so much of the credit that paid an order, to the grants it came from, those that were used last before the
 * others. What has ended since can be used until `extendedTo`.
 */
export async function returnCreditToGrants(
  trx: Trx,
  { paymentId, cents, now, extendedTo }: { paymentId: number; cents: number; now: Date; extendedTo: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    WITH used AS (
      SELECT uses.grant_id, grants.ends_at, uses.amount_cents - uses.returned_cents AS cents
      FROM credit_uses uses JOIN credit_grants grants ON grants.id = uses.grant_id
      WHERE uses.payment_id = ${paymentId} AND uses.amount_cents > uses.returned_cents
      ORDER BY grants.id FOR NO KEY UPDATE OF grants, uses
    ), part AS (
      SELECT grant_id, least(cents, ${cents}::int - (sum(cents) OVER (ORDER BY ends_at DESC NULLS FIRST, grant_id DESC) - cents))::int AS cents
      FROM used
    ), returned AS (
      UPDATE credit_uses SET returned_cents = returned_cents + part.cents FROM part
      WHERE credit_uses.payment_id = ${paymentId} AND credit_uses.grant_id = part.grant_id AND part.cents > 0
      RETURNING credit_uses.grant_id, part.cents
    )
    UPDATE credit_grants SET left_cents = left_cents + returned.cents,
      ends_at = CASE WHEN ends_at <= ${now} THEN ${extendedTo} ELSE ends_at END
    FROM returned WHERE credit_grants.id = returned.grant_id
    RETURNING returned.cents`.execute(trx);
  return rows.reduce((sum, row) => sum + row.cents, 0);
}

/**
 * Locks codes in the order of their ids, before the use of one passes to another. Their keys stay, so that rows that refer
 * to one, and are written before, do not stand against it.
 */
export const lockCodes = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('discount_codes')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Locks the grants that payments have credit of. */
export const lockGrantsOf = (trx: Trx, paymentIds: readonly number[]) =>
  trx
    .selectFrom('credit_grants')
    .select('id')
    .where('id', 'in', (uses) =>
      uses
        .selectFrom('credit_uses')
        .select('grant_id')
        .where('payment_id', '=', sql<number>`any(${paymentIds}::int[])`),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Makes the use of a code by a payment free again. */
export async function putCodeBack(trx: Trx, paymentId: number): Promise<void> {
  await sql`
    WITH used AS (
      DELETE FROM discount_uses WHERE payment_id = ${paymentId} RETURNING code_id, amount_cents
    )
    UPDATE discount_codes SET used_count = used_count - 1, used_cents = used_cents - used.amount_cents FROM used
    WHERE discount_codes.id = used.code_id`.execute(trx);
}

/** Whose code a payment has, and why its user may not have it any more, by what else they bought meanwhile. */
export const findCodeOfPayment = async (
  db: DbOrTrx,
  payment: { id: number; user_id: number; discount_code_id: number | null },
): Promise<{ payer: DiscountPayer; isRefused: boolean } | undefined> => {
  if (payment.discount_code_id === null) return undefined;
  const { rows } = await sql<{ payer: DiscountPayer; isRefused: boolean }>`
    SELECT CASE WHEN code.seller_id IS NULL THEN 'operator' ELSE 'business' END AS payer,
      code.is_first_order_only AND EXISTS (SELECT FROM orders WHERE orders.user_id = ${payment.user_id}
        AND orders.payment_id <> ${payment.id} AND orders.state IN ('paid', 'collected', 'not_collected'))
      OR (SELECT count(*) FROM discount_uses used WHERE used.code_id = code.id
        AND used.user_id = ${payment.user_id} AND used.payment_id IS DISTINCT FROM ${payment.id}
      ) >= code.max_uses_per_user AS "isRefused"
    FROM discount_codes code WHERE code.id = ${payment.discount_code_id}`.execute(db);
  return rows[0];
};

/**
 * Takes credit that was given back for a payment again, of the grants it went to, as far as it is left there. Returns how
 * much that is.
 */
export async function takeReturnedCredit(
  trx: Trx,
  { paymentId, cents }: { paymentId: number; cents: number },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    WITH returned AS (
      SELECT uses.grant_id, grants.ends_at, least(uses.returned_cents, grants.left_cents) AS cents
      FROM credit_uses uses JOIN credit_grants grants ON grants.id = uses.grant_id
      WHERE uses.payment_id = ${paymentId} AND uses.returned_cents > 0 AND grants.left_cents > 0
      ORDER BY grants.id FOR NO KEY UPDATE OF grants, uses
    ), part AS (
      SELECT grant_id, least(cents, ${cents}::int - (sum(cents) OVER (ORDER BY ends_at NULLS LAST, grant_id) - cents))::int AS cents
      FROM returned
    ), taken AS (
      UPDATE credit_uses SET returned_cents = returned_cents - part.cents FROM part
      WHERE credit_uses.payment_id = ${paymentId} AND credit_uses.grant_id = part.grant_id AND part.cents > 0
      RETURNING credit_uses.grant_id, part.cents
    )
    UPDATE credit_grants SET left_cents = left_cents - taken.cents FROM taken
    WHERE credit_grants.id = taken.grant_id
    RETURNING taken.cents`.execute(trx);
  return rows.reduce((sum, row) => sum + row.cents, 0);
}

/** So much of a payment is paid by another grant than those that paid it, whose credit stays where it went back to. */
export async function replaceReturnedCredit(
  trx: Trx,
  { paymentId, grantId, cents }: { paymentId: number; grantId: number; cents: number },
): Promise<void> {
  await sql`
    WITH part AS (
      SELECT grant_id, amount_cents,
        least(returned_cents, ${cents}::int - (sum(returned_cents) OVER (ORDER BY grant_id) - returned_cents))::int AS cents
      FROM credit_uses WHERE payment_id = ${paymentId} AND returned_cents > 0
    ), ended AS (
      DELETE FROM credit_uses uses USING part
      WHERE uses.payment_id = ${paymentId} AND uses.grant_id = part.grant_id AND part.cents = uses.amount_cents
    )
    UPDATE credit_uses uses SET amount_cents = uses.amount_cents - part.cents, returned_cents = returned_cents - part.cents
    FROM part
    WHERE uses.payment_id = ${paymentId} AND uses.grant_id = part.grant_id AND part.cents > 0
      AND part.cents < uses.amount_cents`.execute(trx);
  await sql`UPDATE credit_grants SET left_cents = left_cents - ${cents}::int WHERE id = ${grantId}`.execute(
    trx,
  );
  await trx
    .insertInto('credit_uses')
    .values({ payment_id: paymentId, grant_id: grantId, amount_cents: cents })
    .execute();
}
