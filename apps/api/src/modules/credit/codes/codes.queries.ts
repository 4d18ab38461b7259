import type { Language } from '@wopack/domain';
import { type Insertable, sql } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { anyOf } from '../../../platform/performance/prepared-statements.ts';

/** The most that a list of a business shows. */
const MAX_LISTED_CODES = 200;

export const codeColumns = (
  [
    'id',
    'code',
    'name',
    'effect',
    'percent',
    'amount_cents',
    'cap_cents',
    'starts_at',
    'ends_at',
    'max_uses',
    'max_uses_per_user',
    'is_first_order_only',
    'minimum_cents',
    'budget_cents',
    'used_count',
    'used_cents',
    'stopped_at',
    'created_at',
    'is_for_addresses',
  ] as const
).map((column) => `discount_codes.${column}` as const);

/** Names of what a code is limited to, how many addresses it is for, and what refunds brought back of it. */
export const codeLimits = (language: Language) =>
  [
    sql<string[]>`array(SELECT place.name FROM discount_code_sale_places limited
      JOIN sale_places place ON place.id = limited.sale_place_id
      WHERE limited.code_id = discount_codes.id ORDER BY place.name)`.as('sale_places'),
    sql<string[]>`array(SELECT coalesce(type.name ->> ${language}, type.name ->> 'en', type.slug)
      FROM discount_code_types limited JOIN product_types type ON type.id = limited.type_id
      WHERE limited.code_id = discount_codes.id ORDER BY 1)`.as('types'),
    sql<number>`(SELECT count(*)::int FROM discount_code_addresses address
      WHERE address.code_id = discount_codes.id)`.as('addresses'),
    sql<number>`(SELECT count(*)::int FROM discount_uses used JOIN orders ON orders.payment_id = used.payment_id
      WHERE used.code_id = discount_codes.id AND orders.refunded_cents = orders.price_cents)`.as(
      'returned_count',
    ),
    sql<number>`(SELECT coalesce(sum((orders.discount_cents::bigint * orders.refunded_cents + orders.price_cents - 1)
        / orders.price_cents), 0)::int
      FROM discount_uses used JOIN orders ON orders.payment_id = used.payment_id
      WHERE used.code_id = discount_codes.id)`.as('returned_cents'),
  ] as const;

const selectCodes = (db: DbOrTrx, sellerId: number, language: Language) =>
  db
    .selectFrom('discount_codes')
    .select(codeColumns)
    .select(codeLimits(language))
    .where('discount_codes.seller_id', '=', sellerId);

export type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>['execute']>>[number];

export const listCodesOfBusiness = (db: DbOrTrx, sellerId: number, language: Language) =>
  selectCodes(db, sellerId, language).orderBy('discount_codes.id', 'desc').limit(MAX_LISTED_CODES).execute();

export const findCodeOfBusiness = (db: DbOrTrx, sellerId: number, id: number, language: Language) =>
  selectCodes(db, sellerId, language).where('discount_codes.id', '=', id).executeTakeFirst();

/** Undefined when another code has the same letters. */
export const insertCode = (trx: Trx, code: Insertable<Database['discount_codes']>) =>
  trx
    .insertInto('discount_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();

export async function insertCodeLimits(
  trx: Trx,
  codeId: number,
  limits: { salePlaceIds: readonly number[]; typeIds: readonly number[]; addressHashes: readonly Buffer[] },
): Promise<void> {
  await sql`INSERT INTO discount_code_sale_places (code_id, sale_place_id)
    SELECT ${codeId}, id FROM unnest(${[...limits.salePlaceIds]}::int[]) AS id ORDER BY id`.execute(trx);
  await sql`INSERT INTO discount_code_types (code_id, type_id)
    SELECT ${codeId}, id FROM unnest(${[...limits.typeIds]}::int[]) AS id ORDER BY id`.execute(trx);
  await sql`INSERT INTO discount_code_addresses (code_id, email_hash)
    SELECT ${codeId}, hash FROM unnest(${[...limits.addressHashes]}::bytea[]) AS hash`.execute(trx);
}

/** Stops any code when `sellerId` is null, else one of the business. Returns what it was before; undefined when there is none. */
export async function stopCode(
  trx: Trx,
  { id, sellerId, now }: { id: number; sellerId: number | null; now: Date },
): Promise<{ stopped_at: Date | null; code: string } | undefined> {
  const before = await trx
    .selectFrom('discount_codes')
    .select(['stopped_at', 'code'])
    .where('id', '=', id)
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId))
    .forUpdate()
    .executeTakeFirst();
  if (before && !before.stopped_at)
    await trx.updateTable('discount_codes').set({ stopped_at: now }).where('id', '=', id).execute();
  return before;
}

/** Those of the ids that there are; of a business when it is named. */
export const countSalePlaces = async (
  db: DbOrTrx,
  ids: readonly number[],
  sellerId: number | null,
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('sale_places')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('id', '=', anyOf([...ids], 'int[]'))
        .where('removed_at', 'is', null)
        .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId!))
        .executeTakeFirstOrThrow()
    ).count,
  );

export const countTypes = async (db: DbOrTrx, ids: readonly number[]): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('product_types')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('id', '=', anyOf([...ids], 'int[]'))
        .executeTakeFirstOrThrow()
    ).count,
  );

/** Addresses of codes that cannot be used any more, in batches. */
export const deleteAddressesOfEndedCodes = async (db: Db, now: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`DELETE FROM discount_code_addresses WHERE ctid = ANY (ARRAY(
    SELECT address.ctid FROM discount_codes JOIN discount_code_addresses address
      ON address.code_id = discount_codes.id
    WHERE discount_codes.is_for_addresses AND (stopped_at IS NOT NULL OR ends_at <= ${now})
    LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows);
};

/** The code with these letters, with what a user has used of it and whether their address is among those it is for. */
export const findCodeForUser = (
  db: DbOrTrx,
  code: string,
  { userId, addressHash }: { userId: number; addressHash: Buffer | null },
) =>
  db
    .selectFrom('discount_codes')
    .select(codeColumns)
    .select(['discount_codes.seller_id', 'discount_codes.credit_days'])
    .select(
      sql<number>`(SELECT count(*)::int FROM discount_uses used
        WHERE used.code_id = discount_codes.id AND used.user_id = ${userId})`.as('uses_of_user'),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM discount_code_addresses address
        WHERE address.code_id = discount_codes.id AND address.email_hash = ${addressHash}::bytea)`.as(
        'is_address_listed',
      ),
    )
    .where('discount_codes.code', '=', code)
    .executeTakeFirst();

/**
 * Takes a use of a code, if it can be used now and limits and budget allow it. False: it is not to be had. `isHeld`: for
 * a hold that has it, which keeps it when it ends.
 */
export async function takeCodeUse(
  trx: Trx,
  {
    codeId,
    amountCents,
    now,
    isHeld = false,
  }: { codeId: number; amountCents: number; now: Date; isHeld?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE discount_codes SET used_count = used_count + 1, used_cents = used_cents + ${amountCents}
    WHERE id = ${codeId} AND starts_at <= ${now}
      AND (${isHeld} OR stopped_at IS NULL AND (ends_at IS NULL OR ends_at > ${now}))
      AND (max_uses IS NULL OR used_count < max_uses)
      AND (budget_cents IS NULL OR used_cents + ${amountCents} <= budget_cents)`.execute(trx);
  return numAffectedRows === 1n;
}

export const insertUse = (trx: Trx, use: Insertable<Database['discount_uses']>) =>
  trx.insertInto('discount_uses').values(use).execute();

/** Notes the use of a code that was taken, and is locked by that; false when the user has used it as often as they may. */
export async function insertUseOfPayment(
  trx: Trx,
  use: { codeId: number; userId: number; paymentId: number; amountCents: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO discount_uses (code_id, user_id, payment_id, amount_cents, created_at)
    SELECT id, ${use.userId}, ${use.paymentId}, ${use.amountCents}, ${use.now} FROM discount_codes
    WHERE id = ${use.codeId} AND max_uses_per_user > (SELECT count(*) FROM discount_uses used
      WHERE used.code_id = ${use.codeId} AND used.user_id = ${use.userId})`.execute(trx);
  return numAffectedRows === 1n;
}
