import type { Context } from '../../platform/context.ts';
import { removePhoto } from '../media/index.ts';
import { takeOldUploads } from './packs.queries.ts';

/** A registration is taken up again within days; what was uploaded and never used goes after these. */
export const UPLOAD_DAYS = 14;

const AT_ONCE = 200;

/** Photos that somebody sent and never put into a pack or a report. */
export async function dropOldUploads({ db, clock, jobs }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - UPLOAD_DAYS * 24 * 60 * 60 * 1000);
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await db.transaction().execute(async (trx) => {
      const old = await takeOldUploads(trx, before, AT_ONCE);
      for (const photo of old) await removePhoto(jobs, trx, photo);
      return old.length;
    });
  }
}
