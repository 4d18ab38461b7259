import type { OperatorRole } from '@wopack/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import type { RowOf } from '../lists/lists.queries.ts';
import { isUserTyped } from '../people/people.queries.ts';

/** The console's session of a token, with its user; runs on every call of the console. */
export const findOperatorSession = (db: DbOrTrx, hash: Buffer) =>
  db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators', 'operators.user_id', 'session.user_id')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['session.id as session_id', 'session.expires_at', 'session.confirmed_at'])
    .select(['session.last_seen_at', 'operators.role'])
    .select(['users.id', 'users.is_seller as isSeller', 'users.is_partner as isPartner'])
    .select(sql<boolean>`users.handed_over_at is not null`.as('hasHandedOver'))
    .select(['users.latitude', 'users.longitude', sql<null>`null`.as('member')])
    .where('session.hash', '=', hash)
    .whereRef('session.credentials_version', '=', 'users.credentials_version')
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst();

export const updateSession = (
  db: DbOrTrx,
  id: number,
  change: Pick<Updateable<Database['operator_sessions']>, 'last_seen_at' | 'confirmed_at'>,
) => db.updateTable('operator_sessions').set(change).where('id', '=', id).execute();

export const insertSession = (trx: Trx, session: Insertable<Database['operator_sessions']>) =>
  trx.insertInto('operator_sessions').values(session).execute();

export const deleteSession = (db: DbOrTrx, id: number) =>
  db.deleteFrom('operator_sessions').where('id', '=', id).execute();

export const deleteSessionsOf = (trx: Trx, userId: number) =>
  trx.deleteFrom('operator_sessions').where('user_id', '=', userId).execute();

export const deleteEndedSessions = (db: DbOrTrx, now: Date) =>
  deleteInBatches(db, 'operator_sessions', { by: 'expires_at', isDue: sql`expires_at <= ${now}` });

/** Serialises entering and changes of an operator. */
export const lockOperator = (trx: Trx, userId: number) =>
  trx
    .selectFrom('operators')
    .select(['user_id', 'role', 'totp_secret', 'totp_confirmed_at', 'last_totp_step'])
    .select(['enrolment_hash', 'enrolment_expires_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Serialises changes of who is an owner. */
export const lockOwners = async (trx: Trx): Promise<number[]> =>
  (
    await trx
      .selectFrom('operators')
      .select('user_id')
      .where('role', '=', 'owner')
      .orderBy('user_id')
      .forUpdate()
      .execute()
  ).map((row) => row.user_id);

export const findOperator = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['operators.user_id', 'operators.role', 'operators.totp_confirmed_at'])
    .select(['operators.enrolment_hash', 'operators.enrolment_expires_at'])
    .select(['users.name', 'users.surname', 'users.email', 'users.avatar_path'])
    .where('operators.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

export const insertOperator = (
  trx: Trx,
  operator: { user_id: number; role: OperatorRole; created_at: Date },
) =>
  trx
    .insertInto('operators')
    .values(operator)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();

export const updateOperator = (
  trx: Trx,
  userId: number,
  change: Pick<
    Updateable<Database['operators']>,
    | 'role'
    | 'totp_secret'
    | 'totp_confirmed_at'
    | 'last_totp_step'
    | 'enrolment_hash'
    | 'enrolment_expires_at'
  >,
) => trx.updateTable('operators').set(change).where('user_id', '=', userId).execute();

/** Undefined when the operator has a second factor, or the time to set it up is over. */
export const replaceEnrolmentHash = (db: DbOrTrx, userId: number, hash: Buffer, now: Date) =>
  db
    .updateTable('operators')
    .set({ enrolment_hash: hash })
    .where('user_id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .where('enrolment_expires_at', '>', now)
    .returning('enrolment_expires_at')
    .executeTakeFirst();

export const getOperatorContact = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['operators.role', 'users.email', 'users.language'])
    .where('operators.user_id', '=', userId)
    .executeTakeFirstOrThrow();

/**
 * Counts credit that an operator gives on a day, if it stays within the limit (null: none). Returns what they gave on that
 * day, this included; undefined when it would exceed the limit, and nothing is counted.
 */
export const countCreditOfDay = async (
  trx: Trx,
  userId: number,
  { day, amountCents, limitCents }: { day: string; amountCents: number; limitCents: number | null },
): Promise<number | undefined> => {
  const total = sql<number>`CASE WHEN credit_day = ${day}::date THEN credit_day_cents ELSE 0 END + ${amountCents}::int`;
  const counted = await trx
    .updateTable('operators')
    .set({ credit_day: day, credit_day_cents: total })
    .where('user_id', '=', userId)
    .$if(limitCents !== null, (query) => query.where(total, '<=', limitCents!))
    .returning('credit_day_cents')
    .executeTakeFirst();
  return counted?.credit_day_cents;
};

/** What an operator gave as credit on a day. */
export const getCreditOfDay = async (db: DbOrTrx, userId: number, day: string): Promise<number> =>
  (
    await db
      .selectFrom('operators')
      .select('credit_day_cents')
      .where('user_id', '=', userId)
      .where('credit_day', '=', day)
      .executeTakeFirst()
  )?.credit_day_cents ?? 0;

export const deleteOperator = (trx: Trx, userId: number) =>
  trx.deleteFrom('operators').where('user_id', '=', userId).execute();

export async function replaceRecoveryCodes(trx: Trx, userId: number, hashes: Buffer[]): Promise<void> {
  await trx.deleteFrom('operator_recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length > 0)
    await trx
      .insertInto('operator_recovery_codes')
      .values(hashes.map((hash) => ({ user_id: userId, hash })))
      .execute();
}

/** Returns false when the code is unknown or used. */
export const useRecoveryCode = async (trx: Trx, userId: number, hash: Buffer): Promise<boolean> =>
  (
    await trx
      .deleteFrom('operator_recovery_codes')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

export const countRecoveryCodes = async (db: DbOrTrx, userId: number): Promise<number> =>
  (
    await db
      .selectFrom('operator_recovery_codes')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;

/** A user who has proved to have this address: who else holds the account could enter as an operator. */
export const findUserByEmail = (db: DbOrTrx, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const filterOperators = (db: DbOrTrx, { q, role }: ListQuery<'Operators'>) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .$if(role !== undefined, (query) => query.where('operators.role', '=', role!))
    .$if(Boolean(q?.trim()), (query) => query.where(isUserTyped(q!.trim())));

export const selectOperators = (rows: ReturnType<typeof filterOperators>, now: Date) =>
  rows
    .select(['operators.user_id', 'operators.role', 'operators.totp_confirmed_at', 'operators.created_at'])
    .select(['users.name', 'users.surname', 'users.email'])
    .select(
      sql<number>`(select count(*)::int from operator_sessions where user_id = operators.user_id and expires_at > ${now} and credentials_version = users.credentials_version)`.as(
        'sessions',
      ),
    )
    .select(
      sql<Date | null>`(select max(last_seen_at) from operator_sessions where user_id = operators.user_id)`.as(
        'last_seen_at',
      ),
    );

export type OperatorRow = RowOf<typeof selectOperators>;

export const getOperatorRow = (db: DbOrTrx, userId: number, now: Date) =>
  selectOperators(filterOperators(db, {}), now)
    .where('operators.user_id', '=', userId)
    .executeTakeFirstOrThrow();
