import { randomBytes } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import type { Metadata } from 'sharp';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Storage, StoredPhoto } from '../../platform/files/storage.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { createStreamLimiter } from '../../platform/http/stream-route.ts';

/** Stored widths of a product photo in pixels; 16:9. */
export const PHOTO_WIDTHS = [1280, 640, 320] as const;

/**
 * Cameras write baseline JPEG, which is decoded at a fraction of its size, in 25 MB of memory. Sensors of
 * 48 and 50 megapixels give 8064 × 6048 to 8192 × 6144.
 */
const MAX_CAMERA_PIXELS = 8192 * 6144;
/** Other formats may be decoded at full size: an interlaced PNG takes up to 10 bytes per pixel. */
const MAX_OTHER_PIXELS = 25_000_000;

/** Decoding one picture at a time bounds the memory of a process; decoding itself uses all cores. */
const decoding = bulkhead(1, Number.POSITIVE_INFINITY);

interface Size {
  width: number;
  height: number;
}

/**
 * Stores an uploaded photo in all sizes: turned upright, cropped to 16:9 around the point of interest, and
 * re-encoded without metadata (location, camera).
 */
export async function storePhoto(storage: Storage, content: Buffer): Promise<StoredPhoto> {
  const sizes = PHOTO_WIDTHS.map((width) => ({ width, height: Math.round((width * 9) / 16) }));
  const encoded = await encodeWebp(content, sizes);
  const key = `photos/${randomBytes(12).toString('hex')}`;
  const writes = await Promise.allSettled(
    PHOTO_WIDTHS.map((width, index) => storage.put(createStorageKey(key, width), encoded[index]!)),
  );
  const rejected = writes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (rejected) {
    // All sizes are stored or none.
    const storedWidths = PHOTO_WIDTHS.filter((_, index) => writes[index]!.status === 'fulfilled');
    await Promise.allSettled(storedWidths.map((width) => storage.remove(createStorageKey(key, width))));
    throw rejected.reason;
  }
  return listPhotoPaths(`/media/${key}`);
}

const createStorageKey = (base: string, width: number) => `${base}-${width}.webp`;

/** Stores a square avatar in one size. Returns its path. */
export async function storeAvatar(storage: Storage, content: Buffer): Promise<string> {
  const [square] = await encodeWebp(content, [{ width: 256, height: 256 }]);
  const key = `avatars/${randomBytes(12).toString('hex')}.webp`;
  await storage.put(key, square!);
  return `/media/${key}`;
}

/** Path and srcset of a photo with files `<base>-<width>.webp`. */
export const listPhotoPaths = (base: string): StoredPhoto => ({
  path: createStorageKey(base, PHOTO_WIDTHS[0]),
  srcset: PHOTO_WIDTHS.map((width) => `${createStorageKey(base, width)} ${width}w`).join(', '),
});

/**
 * Encodes a picture as WebP in these sizes, which have one aspect ratio, the largest first. Decodes it
 * once.
 */
const encodeWebp = (content: Buffer, sizes: readonly Size[]): Promise<Buffer[]> =>
  decoding.execute(async () => {
    const { default: sharp } = await import('sharp');
    // Reads the header only, without a limit, so that an oversized picture gets an error of its own.
    assertAccepted(await sharp(content, { limitInputPixels: false }).metadata().catch(createUploadError));
    const { data, info } = await sharp(content, { limitInputPixels: MAX_CAMERA_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...sizes[0], fit: 'cover', position: 'attention' })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(createUploadError);
    const { width, height, channels } = info;
    const encoded: Buffer[] = [];
    for (const size of sizes) {
      encoded.push(
        await sharp(data, { raw: { width, height, channels } }).resize(size).webp({ quality: 80 }).toBuffer(),
      );
    }
    return encoded;
  });

function assertAccepted({ format, width, height, isProgressive }: Metadata): void {
  if (!['jpeg', 'png', 'webp'].includes(format)) createUploadError();
  if (width < 16 || height < 16) createUploadError();
  const max = format === 'jpeg' && !isProgressive ? MAX_CAMERA_PIXELS : MAX_OTHER_PIXELS;
  if (width * height <= max) return;
  const limit = Math.floor(max / 1_000_000);
  throw new AppError('uploadRefused', { message: 'media.tooManyPixels', values: { limit } });
}

function createUploadError(): never {
  throw new AppError('uploadRefused');
}

const REMOVE_FILES_QUEUE = 'media.delete-files';

/**
 * Files are removed by a job, so that an unavailable storage neither loses a removal nor blocks the
 * request.
 */
export const mediaJobs = ({ jobs, storage }: Context): Promise<void> =>
  jobs.work<{ keys: string[] }>(REMOVE_FILES_QUEUE, async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });

/** Removes all sizes of an unreferenced photo once the transaction has committed. */
export function scheduleRemovePhoto(jobs: Context['jobs'], trx: Trx, { srcset }: StoredPhoto): Promise<void> {
  return scheduleRemoveFiles(
    jobs,
    trx,
    srcset.split(',').map((size) => size.trim().split(' ')[0]!),
  );
}

/** Removes files by path. Demo pictures are shared and stay. */
export async function scheduleRemoveFiles(
  jobs: Context['jobs'],
  trx: Trx,
  paths: readonly (string | null)[],
): Promise<void> {
  const keys = paths.flatMap((path) => /^\/media\/((photos|avatars)\/.+)$/.exec(path ?? '')?.[1] ?? []);
  if (keys.length) await jobs.enqueue(trx, REMOVE_FILES_QUEUE, { keys });
}

/** Concurrent uploads of one user: the number of photos of a product, which the app sends together. */
const MAX_UPLOADS_PER_USER = 8;
/**
 * Concurrent uploads of all users on one process. Each holds up to 10 MB from its first byte until it is
 * stored.
 */
const MAX_UPLOADS = 16;
/** Further uploads wait with unread bodies; beyond this number they are refused. */
const MAX_WAITING_UPLOADS = 32;

const countUpload = createStreamLimiter(MAX_UPLOADS_PER_USER);
const uploads = bulkhead(MAX_UPLOADS, MAX_WAITING_UPLOADS);

/** Reads the only file of a multipart request into memory and passes it to `store`. */
export async function receiveFile<T>(
  request: FastifyRequest,
  field: string,
  store: (content: Buffer) => Promise<T>,
): Promise<T> {
  const release = countUpload(request.actor!.id);
  try {
    return await uploads.execute(async () => store(await readFile(request, field)));
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error;
    throw new AppError('serviceDown', { message: 'media.busy', retryAfter: 5 });
  } finally {
    release();
  }
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const file: MultipartFile | undefined = await request.file().catch(rethrowUploadError);
  if (!file || file.fieldname !== field) throw createValidationError(field, 'field.required');
  const content = await file.toBuffer().catch(rethrowUploadError);
  if (content.length === 0) throw new AppError('uploadRefused');
  return content;
}

/** Errors with a code pass on to the error handler; those without one mean content that cannot be read. */
function rethrowUploadError(error: Error & { code?: string }): never {
  throw error.code ? error : new AppError('uploadRefused');
}
