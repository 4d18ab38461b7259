import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/files/storage.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { assertWithinUnprovedQuota } from '../identity/index.ts';
import { receiveFile, scheduleRemovePhoto, storePhoto } from '../media/index.ts';
import { findMyProduct, listPhotoPathsInUse, lockMyProduct } from './my-products.queries.ts';
import {
  claimUploads,
  countUploads,
  deleteOldUploads,
  findUploads,
  insertUpload,
} from './products.queries.ts';

/** Allowed photos depend on the product and the original, so an error of these is reported first. */
export async function photoError(
  db: Context['db'],
  { actor, body: { id, copy_of, photo }, refused }: PartiallyValidCall<typeof endpoints.saveProduct>,
): Promise<string | null> {
  if (!photo || id === undefined || refused.has('copy_of')) return null;
  const ids = [...(Number(id) === 0 ? [] : [id]), ...(copy_of === undefined ? [] : [copy_of])];
  const sourceProducts = await Promise.all(
    ids.map(async (sourceId) =>
      isPossibleId(sourceId) ? findMyProduct(db, actor.id, Number(sourceId)) : undefined,
    ),
  );
  if (sourceProducts.includes(undefined)) return null;
  const allowedPhotos = [
    ...sourceProducts.flatMap((sourceProduct) => sourceProduct!.photos),
    ...(await findUploads(db, actor.id, photo)),
  ];
  return photo.every((path) => allowedPhotos.some((allowed) => allowed.path === path))
    ? null
    : 'products.unknownPhoto';
}

export async function listPhotosOfOriginal(
  trx: Trx,
  sellerId: number,
  copyOf: Call<typeof endpoints.saveProduct>['body']['copy_of'],
): Promise<StoredPhoto[]> {
  if (copyOf === undefined) return [];
  // Locked, so that a concurrent removal of a photo from the original sees the copy, or the copy sees the
  // removal.
  const original = await lockMyProduct(trx, sellerId, parseId(copyOf));
  if (!original) throw new AppError('notFound');
  return original.photos;
}

/** Deletes the files of removed photos, except those shared with another product (a copy or its original). */
export async function removeReplacedPhotos(
  trx: Trx,
  jobs: Context['jobs'],
  sellerId: number,
  previous: StoredPhoto[],
  nextPhotos: StoredPhoto[],
): Promise<void> {
  const keptPaths = new Set(nextPhotos.map(({ path }) => path));
  const removedPhotos = previous.filter(({ path }) => !keptPaths.has(path));
  if (removedPhotos.length === 0) return;
  const pathsInUse = await listPhotoPathsInUse(trx, sellerId);
  for (const photo of removedPhotos)
    if (!pathsInUse.has(photo.path)) await scheduleRemovePhoto(jobs, trx, photo);
}

/**
 * Resolves paths to photos in the requested order: the caller's unused uploads or `existingPhotos`, no
 * others.
 */
export async function claimPhotos(
  trx: Trx,
  userId: number,
  paths: string[],
  existingPhotos: StoredPhoto[],
): Promise<StoredPhoto[]> {
  const claimedUploads = await claimUploads(trx, userId, paths);
  return [...new Set(paths)].map((path) => {
    const photo = [...claimedUploads, ...existingPhotos].find((candidate) => candidate.path === path);
    if (!photo) throw createValidationError('photo', 'products.unknownPhoto');
    return photo;
  });
}

export async function uploadProductPhoto(
  context: Context,
  { actor, request }: Call<typeof endpoints.uploadProductPhoto>,
) {
  const { storage } = context;
  const user_id = actor.id;
  // Before a picture is read and decoded that would be refused.
  await context.db.transaction().execute((trx) => assertMayWait(trx, user_id));
  const photo = await receiveFile(context, request, 'photo', (file) => storePhoto(storage, file));
  await keepUpload(context, { ...photo, user_id });
  return { data: photo };
}

const assertMayWait = (trx: Trx, userId: number) =>
  assertWithinUnprovedQuota(trx, userId, 'waitingPhotos', () => countUploads(trx, userId));

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
