import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const isKnownDevice = async (db: DbOrTrx, email: string, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('known_devices.hash', '=', hash)
    .executeTakeFirst()) !== undefined;

/** Returns whether the device was not known before. */
export async function upsertKnownDevice(
  trx: Trx,
  { userId, hash, deviceName, now }: { userId: number; hash: Buffer; deviceName: string; now: Date },
): Promise<boolean> {
  const { is_new: isNew } = await trx
    .insertInto('known_devices')
    .values({ user_id: userId, hash, device_name: deviceName, created_at: now, last_sign_in_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet({ device_name: deviceName, last_sign_in_at: now }),
    )
    // Zero for an inserted row.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export const deleteOtherKnownDevices = (trx: Trx, userId: number, exceptHash: Buffer) =>
  trx.deleteFrom('known_devices').where('user_id', '=', userId).where('hash', '!=', exceptHash).execute();

export const listKnownDevices = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('known_devices')
    .select(['device_name', 'created_at', 'last_sign_in_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

export const deleteKnownDevicesUnusedSince = (db: DbOrTrx, usedBefore: Date) =>
  db.deleteFrom('known_devices').where('last_sign_in_at', '<', usedBefore).execute();
