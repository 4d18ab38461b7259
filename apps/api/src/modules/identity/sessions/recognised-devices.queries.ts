import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const isRecognisedDevice = async (db: DbOrTrx, email: string, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('recognised_devices')
    .innerJoin('users', 'users.id', 'recognised_devices.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('recognised_devices.hash', '=', hash)
    .executeTakeFirst()) !== undefined;

/** Returns whether the device was not recognised before. */
export async function upsertRecognisedDevice(
  trx: Trx,
  { userId, hash, deviceName, now }: { userId: number; hash: Buffer; deviceName: string; now: Date },
): Promise<boolean> {
  const { is_new: isNew } = await trx
    .insertInto('recognised_devices')
    .values({ user_id: userId, hash, device_name: deviceName, created_at: now, last_sign_in_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet({ device_name: deviceName, last_sign_in_at: now }),
    )
    // Zero for an inserted row.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export const deleteOtherRecognisedDevices = (trx: Trx, userId: number, exceptHash: Buffer) =>
  trx
    .deleteFrom('recognised_devices')
    .where('user_id', '=', userId)
    .where('hash', '!=', exceptHash)
    .execute();

export const listRecognisedDevices = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('recognised_devices')
    .select(['device_name', 'created_at', 'last_sign_in_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

export const deleteRecognisedDevicesUnusedSince = (db: DbOrTrx, usedBefore: Date) =>
  deleteInBatches(db, 'recognised_devices', {
    by: 'last_sign_in_at',
    isDue: sql`last_sign_in_at < ${usedBefore}`,
  });
