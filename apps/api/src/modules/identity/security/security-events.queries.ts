import type { SecurityEventKind } from '@wopack/contract';
import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  created_at: Date;
  network: string;
  device_name: string;
}

/** The user is looked up by the same statement whether or not the address has an account. */
export async function insertSecurityEvent(
  db: DbOrTrx,
  user: { userId: number } | { email: string },
  event: NewSecurityEvent,
): Promise<number | null> {
  const { user_id: userId } = await db
    .insertInto('security_events')
    .values((where) => ({
      ...event,
      user_id:
        'userId' in user
          ? user.userId
          : where
              .selectFrom('users')
              .select('users.id')
              .where('users.email', '=', user.email)
              .where('users.deleted_at', 'is', null),
    }))
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return userId;
}

const selectSecurityEvents = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('security_events')
    .select(['id', 'kind', 'created_at', 'network', 'device_name'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');

/** What anybody can cause who knows the address. */
const ANYBODYS_KINDS: readonly SecurityEventKind[] = ['sign_in_failed', 'code_sent'];

/** Newest first. Those that anybody can cause take no place of the others, which a thief would want out of sight. */
export async function listLastSecurityEvents(
  db: DbOrTrx,
  userId: number,
  limits: { own: number; anybodys: number },
) {
  const events = selectSecurityEvents(db, userId);
  const [own, anybodys] = await Promise.all([
    events.where('kind', 'not in', ANYBODYS_KINDS).limit(limits.own).execute(),
    events.where('kind', 'in', ANYBODYS_KINDS).limit(limits.anybodys).execute(),
  ]);
  return [...own, ...anybodys].sort((a, b) => b.id - a.id);
}

export type SecurityEventRow = Awaited<ReturnType<typeof listLastSecurityEvents>>[number];

export const readSecurityEvents =
  (db: DbOrTrx, userId: number) => (last: SecurityEventRow | null, limit: number) =>
    selectSecurityEvents(db, userId)
      .$if(last !== null, (query) => query.where('id', '<', last!.id))
      .limit(limit)
      .execute();

export const deleteSecurityEventsBefore = (db: DbOrTrx, createdBefore: Date) =>
  deleteInBatches(db, 'security_events', { by: 'created_at', isDue: sql`created_at < ${createdBefore}` });

export const deleteSecurityRecords = async (trx: Trx, userId: number) => {
  await trx.deleteFrom('security_events').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recognised_devices').where('user_id', '=', userId).execute();
};
