import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { receiveFile, scheduleRemovePhoto, storePhoto } from '../media/index.ts';
import { deleteOldUploads, insertUpload } from './products.queries.ts';

export async function uploadProductPhoto(
  { db, clock, storage }: Context,
  { actor, request }: Call<typeof endpoints.uploadProductPhoto>,
) {
  const photo = await receiveFile(request, 'photo', (content) => storePhoto(storage, content));
  await insertUpload(db, { ...photo, user_id: actor.id, created_at: clock.now() });
  return { data: photo };
}

/** Uploads not used after this time are deleted; product forms are usually resumed within days. */
export const UPLOAD_RETENTION_DAYS = 14;

const BATCH_SIZE = 200;

export async function deleteUnusedUploads({ db, clock, jobs }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - UPLOAD_RETENTION_DAYS * 24 * 60 * 60 * 1000);
  for (let deletedCount = BATCH_SIZE; deletedCount === BATCH_SIZE; ) {
    deletedCount = await db.transaction().execute(async (trx) => {
      const unusedUploads = await deleteOldUploads(trx, before, BATCH_SIZE);
      for (const photo of unusedUploads) await scheduleRemovePhoto(jobs, trx, photo);
      return unusedUploads.length;
    });
  }
}
