import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/files/storage.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';

/** The caller's own uploads among these paths. */
export const findUploads = (db: DbOrTrx, userId: number, paths: readonly string[]) =>
  db.selectFrom('uploads').select('path').where('user_id', '=', userId).where('path', 'in', paths).execute();

/** Deletes and returns the caller's own uploads among these paths, so that each can be used once. */
export const claimUploads = (trx: Trx, userId: number, paths: readonly string[]) =>
  trx
    .deleteFrom('uploads')
    .where('user_id', '=', userId)
    .where('path', 'in', paths)
    .returning(['path', 'srcset'])
    .execute();

export const countUploads = async (db: DbOrTrx, userId: number): Promise<number> =>
  (
    await db
      .selectFrom('uploads')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;

export const insertUpload = (
  db: DbOrTrx,
  { path, srcset, user_id, created_at }: StoredPhoto & { user_id: number; created_at: Date },
) => db.insertInto('uploads').values({ path, srcset, user_id, created_at }).execute();

/** Deletes and returns a batch of unused uploads. */
export const deleteOldUploads = (trx: Trx, before: Date, limit: number) =>
  trx
    .deleteFrom('uploads')
    .where('path', 'in', (uploads) =>
      uploads
        .selectFrom('uploads')
        .select('path')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['path', 'srcset'])
    .execute();

export const uploadPersonalData: PersonalDataHandler = {
  erase: (trx, { id: userId }) =>
    trx.deleteFrom('uploads').where('user_id', '=', userId).returning(['path', 'srcset']).execute(),
};
