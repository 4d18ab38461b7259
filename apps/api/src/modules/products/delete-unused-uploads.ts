import type { Context } from '../../platform/context.ts';
import { scheduleRemovePhoto } from '../media/index.ts';
import { deleteOldUploads } from './products.queries.ts';

/** A registration is taken up again within days; what was uploaded and never used goes after these. */
export const UPLOAD_RETENTION_DAYS = 14;

const BATCH_SIZE = 200;

/** Photos that somebody sent and never put into a pack or a report. */
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
