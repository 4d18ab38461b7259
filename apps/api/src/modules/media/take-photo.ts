import { randomBytes } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { StoredPhoto } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Storage } from '../../platform/storage.ts';

/** Widths a photo of a pack is kept in, pixels; 16:9. */
export const photoWidths = [1280, 640, 320] as const;

/** The largest picture taken in, in pixels: beyond any telephone's, short of what fills the memory. */
const MAX_PIXELS = 64_000_000;

/**
 * Takes in somebody's photo: turned upright, cropped to 16:9 where the eye goes, re-encoded without any of its
 * metadata (place, camera), in all sizes.
 */
export async function takePhoto(storage: Storage, content: Buffer): Promise<StoredPhoto> {
  const image = await open(content);
  const key = `photos/${randomBytes(12).toString('hex')}`;
  const kept = await Promise.allSettled(
    photoWidths.map(async (width) => {
      const sized = image
        .clone()
        .resize(width, Math.round((width * 9) / 16), { fit: 'cover', position: 'attention' });
      await storage.put(keyOf(key, width), await encode(sized));
    }),
  );
  const failed = kept.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) {
    // A photo is there in all sizes or not at all.
    const there = photoWidths.filter((_, index) => kept[index]!.status === 'fulfilled');
    await Promise.allSettled(there.map((width) => storage.remove(keyOf(key, width))));
    throw failed.reason;
  }
  return photoPaths(`/media/${key}`);
}

const keyOf = (base: string, width: number) => `${base}-${width}.webp`;

/** The same for a picture of a person: square, one size. Answers its path. */
export async function takeSquare(storage: Storage, content: Buffer): Promise<string> {
  const image = await open(content);
  const key = `avatars/${randomBytes(12).toString('hex')}.webp`;
  await storage.put(key, await encode(image.resize(256, 256, { fit: 'cover', position: 'attention' })));
  return `/media/${key}`;
}

/** Path and srcset of a photo whose sizes stand at `<base>-<width>.webp`. */
export const photoPaths = (base: string): StoredPhoto => ({
  path: keyOf(base, photoWidths[0]),
  srcset: photoWidths.map((width) => `${keyOf(base, width)} ${width}w`).join(', '),
});

async function open(content: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { format, width, height } = await image.metadata().catch(refuse);
  if (!['jpeg', 'png', 'webp'].includes(format)) refuse();
  if (width < 16 || height < 16) refuse();
  return image.autoOrient();
}

const encode = (image: Sharp): Promise<Buffer> => image.webp({ quality: 80 }).toBuffer().catch(refuse);

function refuse(): never {
  throw new AppError('uploadRefused');
}
