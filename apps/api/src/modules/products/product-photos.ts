import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { BusinessScope } from '../../platform/db/business-scope.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/files/storage.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { isEvidence, scheduleRemovePhoto } from '../media/index.ts';
import { claimUploads, findUploads } from '../uploads/index.ts';
import { findMyProduct, listPhotoPathsInUse, lockMyProduct } from './my-products.queries.ts';

/** Allowed photos depend on the product and the original, so an error of these is reported first. */
export async function photoError(
  db: Context['db'],
  { actor, body: { id, copy_of, photo }, refused }: PartiallyValidCall<typeof endpoints.saveProduct>,
): Promise<string | null> {
  if (!photo || id === undefined || refused.has('copy_of')) return null;
  const ids = [...(Number(id) === 0 ? [] : [id]), ...(copy_of === undefined ? [] : [copy_of])];
  const sourceProducts = await Promise.all(
    ids.map(async (sourceId) =>
      isPossibleId(sourceId) ? findMyProduct(db, actor.member, Number(sourceId)) : undefined,
    ),
  );
  if (sourceProducts.includes(undefined)) return null;
  const allowedPhotos = [
    ...sourceProducts.flatMap((sourceProduct) => sourceProduct!.photos),
    ...(await findUploads(db, actor.id, photo)).filter((upload) => !isEvidence(upload)),
  ];
  return photo.every((path) => allowedPhotos.some((allowed) => allowed.path === path))
    ? null
    : 'products.unknownPhoto';
}

export async function listPhotosOfOriginal(
  trx: Trx,
  scope: BusinessScope,
  copyOf: Call<typeof endpoints.saveProduct>['body']['copy_of'],
): Promise<StoredPhoto[]> {
  if (copyOf === undefined) return [];
  // Locked, so that a concurrent removal of a photo from the original sees the copy, or the copy sees the
  // removal.
  const original = await lockMyProduct(trx, scope, parseId(copyOf));
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
  const claimedUploads = (await claimUploads(trx, userId, paths)).filter((photo) => !isEvidence(photo));
  return [...new Set(paths)].map((path) => {
    const photo = [...claimedUploads, ...existingPhotos].find((candidate) => candidate.path === path);
    if (!photo) throw createValidationError('photo', 'products.unknownPhoto');
    return photo;
  });
}
