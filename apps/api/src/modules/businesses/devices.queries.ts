import { type Insertable, type SqlBool, sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { type BusinessScope, isInScope } from '../../platform/db/business-scope.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';

const deviceColumns = [
  'id',
  'name',
  'sale_place_id',
  'paired_at',
  'last_used_at',
  'code_expires_at',
  'asks_name',
  'code_wrong_tries',
] as const;

/** Those that were not ended. */
export const listDevices = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('devices')
    .select(deviceColumns)
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

export const insertDevice = (db: DbOrTrx, device: Insertable<Database['devices']>) =>
  db.insertInto('devices').values(device).returning(deviceColumns).executeTakeFirstOrThrow();

/** Undefined when it was ended, or is of another business. */
export const setDeviceCode = (
  db: DbOrTrx,
  scope: BusinessScope,
  { id, codeHash, partHash, expiresAt }: { id: number; codeHash: Buffer; partHash: Buffer; expiresAt: Date },
) =>
  db
    .updateTable('devices')
    .set({
      code_hash: codeHash,
      code_part_hash: partHash,
      code_expires_at: expiresAt,
      code_wrong_tries: 0,
    })
    .where('id', '=', id)
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .where('ended_at', 'is', null)
    .returning(deviceColumns)
    .executeTakeFirst();

/** Undefined when it was ended, or is of another business. */
export const setDeviceAsksName = (
  db: DbOrTrx,
  scope: BusinessScope,
  { id, asksName }: { id: number; asksName: boolean },
) =>
  db
    .updateTable('devices')
    .set({ asks_name: asksName })
    .where('id', '=', id)
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .where('ended_at', 'is', null)
    .returning(deviceColumns)
    .executeTakeFirst();

const WITHOUT_CODE = { code_hash: null, code_part_hash: null, code_expires_at: null } as const;

/** Undefined when it was ended before, or is of another business. */
export const endDevice = (db: DbOrTrx, scope: BusinessScope, id: number, now: Date) =>
  db
    .updateTable('devices')
    .set({ ended_at: now, token_hash: null, paired_at: null, ...WITHOUT_CODE })
    .where('id', '=', id)
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .where('ended_at', 'is', null)
    .returning(['id', 'sale_place_id'])
    .executeTakeFirst();

/** Uses a code up; a device that was paired before loses its token. Undefined when no device waits with this code. */
export const useDeviceCode = (
  db: DbOrTrx,
  { codeHash, tokenHash, now }: { codeHash: Buffer; tokenHash: Buffer; now: Date },
) =>
  db
    .updateTable('devices')
    .set({ token_hash: tokenHash, paired_at: now, code_wrong_tries: 0, ...WITHOUT_CODE })
    .where('code_hash', '=', codeHash)
    .where('code_expires_at', '>', now)
    .returning(['id', 'business_id', 'sale_place_id'])
    .executeTakeFirst();

/** Counts a wrong try of the codes whose first characters it has; the last one that is allowed ends them. */
export const countWrongCode = (
  db: DbOrTrx,
  { partHash, maxTries, now }: { partHash: Buffer; maxTries: number; now: Date },
) => {
  const unlessLast = <T>(column: 'code_hash' | 'code_part_hash' | 'code_expires_at') =>
    sql<T | null>`case when code_wrong_tries + 1 < ${maxTries} then ${sql.ref(column)} end`;
  return db
    .updateTable('devices')
    .set({
      code_wrong_tries: sql`code_wrong_tries + 1`,
      code_hash: unlessLast<Buffer>('code_hash'),
      code_part_hash: unlessLast<Buffer>('code_part_hash'),
      code_expires_at: unlessLast<Date>('code_expires_at'),
    })
    .where('code_part_hash', '=', partHash)
    .where('code_expires_at', '>', now)
    .execute();
};

/** Finds none whose sale place was removed or whose business does not sell any more. */
export const findDeviceByToken = (db: DbOrTrx, tokenHash: Buffer) =>
  db
    .selectFrom('devices')
    .innerJoin('sale_places', 'sale_places.id', 'devices.sale_place_id')
    .innerJoin('businesses', 'businesses.id', 'devices.business_id')
    .select(['devices.id', 'devices.name', 'devices.business_id', 'devices.sale_place_id'])
    .select(['devices.last_used_at', 'devices.asks_name'])
    .where('devices.token_hash', '=', tokenHash)
    .where('sale_places.removed_at', 'is', null)
    .where(sql<SqlBool>`businesses.is_selling and not businesses.suspended_by_block`)
    .executeTakeFirst();

/** With a sale place that is removed. */
export const endDevicesOfSalePlace = (trx: Trx, salePlaceId: number, now: Date) =>
  trx
    .updateTable('devices')
    .set({ ended_at: now, token_hash: null, paired_at: null, ...WITHOUT_CODE })
    .where('sale_place_id', '=', salePlaceId)
    .where('ended_at', 'is', null)
    .execute();

export const setDeviceUsed = (db: DbOrTrx, id: number, now: Date) =>
  db.updateTable('devices').set({ last_used_at: now }).where('id', '=', id).execute();

export const deleteEndedDevices = (db: Db, endedBefore: Date) =>
  deleteInBatches(db, 'devices', { by: 'ended_at', isDue: sql`ended_at <= ${endedBefore}` });
