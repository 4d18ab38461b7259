import type { endpoints } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/files/storage.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { assertWithinUnprovedQuota } from '../identity/index.ts';
import { receiveFile, scheduleRemovePhoto, storeEvidence, storePhoto } from '../media/index.ts';
import { countUploads, deleteOldUploads, insertUpload } from './uploads.queries.ts';

/** A photo of a product, or of what was in it, cropped to its shape. */
export const uploadPhoto = (
  context: Context,
  call: Call<typeof endpoints.uploadProductPhoto | typeof endpoints.uploadValuePhoto>,
) => receiveUpload(context, call, storePhoto);

/** A photo that is to prove something, for those who decide: whole, and never public. */
export const uploadEvidence = (
  context: Context,
  call: Call<typeof endpoints.uploadReportPhoto | typeof endpoints.uploadClaimPhoto>,
) => receiveUpload(context, call, storeEvidence);

async function receiveUpload(
  context: Context,
  { actor, request }: Pick<Call<typeof endpoints.uploadReportPhoto>, 'actor' | 'request'>,
  store: typeof storePhoto,
): Promise<{ data: StoredPhoto }> {
  const { db, storage } = context;
  // Before a picture is read and decoded that would be refused.
  await db.transaction().execute((trx) => assertMayWait(trx, actor.id));
  const photo = await receiveFile(context, request, 'photo', (file) => store(storage, file));
  await keepUpload(context, { ...photo, user_id: actor.id });
  return { data: photo };
}

/** One more photo, or several. */
export const assertMayWait = (trx: Trx, userId: number, count = 1) =>
  assertWithinUnprovedQuota(
    trx,
    userId,
    'waitingPhotos',
    async () => (await countUploads(trx, userId)) + count - 1,
  );

/** Keeps a stored photo until it is used, or removes it where others sent at the same time took the last place. */
async function keepUpload(
  { db, clock, jobs }: Context,
  upload: StoredPhoto & { user_id: number },
): Promise<void> {
  const refusal = await db.transaction().execute(async (trx) => {
    try {
      await assertMayWait(trx, upload.user_id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await scheduleRemovePhoto(jobs, trx, upload);
      return error;
    }
    await insertUpload(trx, { ...upload, created_at: clock.now() });
    return null;
  });
  if (refusal) throw refusal;
}

/** Uploads not used after this time are deleted; product forms are usually resumed within days. */
const UPLOAD_RETENTION_DAYS = 14;

const BATCH_SIZE = 200;

export async function deleteUnusedUploads({ db, clock, jobs }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - UPLOAD_RETENTION_DAYS * DAY_MS);
  for (let deletedCount = BATCH_SIZE; deletedCount === BATCH_SIZE; ) {
    deletedCount = await db.transaction().execute(async (trx) => {
      const unusedUploads = await deleteOldUploads(trx, before, BATCH_SIZE);
      for (const photo of unusedUploads) await scheduleRemovePhoto(jobs, trx, photo);
      return unusedUploads.length;
    });
  }
}
