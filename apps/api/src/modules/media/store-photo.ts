import { randomBytes } from 'node:crypto';
import { bulkhead } from 'cockatiel';
import type { Metadata } from 'sharp';
import type { StoredPhoto } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Storage } from '../../platform/storage.ts';

/** Widths a photo of a pack is kept in, pixels; 16:9. */
export const PHOTO_WIDTHS = [1280, 640, 320] as const;

/**
 * A camera writes baseline JPEG, which is decoded at a fraction of its size, in 25 MB of memory. Sensors of 48 and 50
 * megapixels give 8064 × 6048 to 8192 × 6144.
 */
const MAX_CAMERA_PIXELS = 8192 * 6144;
/** Any other picture may have to be held whole: an interlaced PNG takes up to 10 bytes a pixel. */
const MAX_OTHER_PIXELS = 25_000_000;

/** Memory is bounded by how many pictures are decoded at once on a process; the cores are busy with one. */
const decoding = bulkhead(1, Number.POSITIVE_INFINITY);

interface Size {
  width: number;
  height: number;
}

/**
 * Takes in somebody's photo: turned upright, cropped to 16:9 where the eye goes, re-encoded without any of its
 * metadata (place, camera), in all sizes.
 */
export async function storePhoto(storage: Storage, content: Buffer): Promise<StoredPhoto> {
  const sizes = PHOTO_WIDTHS.map((width) => ({ width, height: Math.round((width * 9) / 16) }));
  const encoded = await encodeWebp(content, sizes);
  const key = `photos/${randomBytes(12).toString('hex')}`;
  const storedPaths = await Promise.allSettled(
    PHOTO_WIDTHS.map((width, index) => storage.put(createStorageKey(key, width), encoded[index]!)),
  );
  const rejected = storedPaths.find(({ status }) => status === 'rejected') as
    | PromiseRejectedResult
    | undefined;
  if (rejected) {
    // A photo is there in all sizes or not at all.
    const isStored = PHOTO_WIDTHS.filter((_, index) => storedPaths[index]!.status === 'fulfilled');
    await Promise.allSettled(isStored.map((width) => storage.remove(createStorageKey(key, width))));
    throw rejected.reason;
  }
  return listPhotoPaths(`/media/${key}`);
}

const createStorageKey = (base: string, width: number) => `${base}-${width}.webp`;

/** The same for a picture of a person: square, one size. Answers its path. */
export async function storeAvatar(storage: Storage, content: Buffer): Promise<string> {
  const [square] = await encodeWebp(content, [{ width: 256, height: 256 }]);
  const key = `avatars/${randomBytes(12).toString('hex')}.webp`;
  await storage.put(key, square!);
  return `/media/${key}`;
}

/** Path and srcset of a photo whose sizes stand at `<base>-<width>.webp`. */
export const listPhotoPaths = (base: string): StoredPhoto => ({
  path: createStorageKey(base, PHOTO_WIDTHS[0]),
  srcset: PHOTO_WIDTHS.map((width) => `${createStorageKey(base, width)} ${width}w`).join(', '),
});

/** A picture as WebP in these sizes, which have one shape; the first is the largest. It is decoded once. */
const encodeWebp = (content: Buffer, sizes: readonly Size[]): Promise<Buffer[]> =>
  decoding.execute(async () => {
    const { default: sharp } = await import('sharp');
    // The header alone, whatever size it tells: what is too large is refused in words of its own.
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
