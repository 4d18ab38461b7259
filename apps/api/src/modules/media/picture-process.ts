import sharp, { type Metadata } from 'sharp';
import { AppError } from '../../platform/http/app-error.ts';
import { serveWork } from '../../platform/work-process/serve-work.ts';
import {
  findPictureFault,
  getMaxPixels,
  MAX_ASPECT_RATIO,
  type PictureHeader,
  type Size,
} from './pictures.rules.ts';

// Only what is needed to read the accepted kinds from a file: the other loaders (SVG, PDF, …) are large programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});
sharp.cache(false);

export type PictureTasks = {
  encodeWebp: (input: { path: string; sizes: readonly Size[] }) => Promise<Uint8Array[]>;
};

/** Accepted pictures take 240 MB at most: an interlaced PNG with transparency. */
const MAX_MEMORY_MB = 300;

/**
 * Encodes a picture as WebP in these sizes, which have one aspect ratio, the largest first. Decodes it once, and only
 * if its header promises that no intermediate form is too large.
 */
async function encodeWebp({ path, sizes }: { path: string; sizes: readonly Size[] }): Promise<Buffer[]> {
  const [largest] = sizes as [Size];
  // Reads the header only, without a limit, so that an oversized picture gets an error of its own.
  const header = readHeader(await sharp(path, { limitInputPixels: false }).metadata().catch(throwRefused));
  assertAccepted(header, largest);
  const { data, info } = await sharp(path, {
    limitInputPixels: getMaxPixels(header, largest),
    failOn: 'error',
  })
    .autoOrient()
    .resize({ ...largest, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwRefused);
  const { width, height, channels } = info;
  const encoded: Buffer[] = [];
  for (const size of sizes) {
    encoded.push(
      await sharp(data, { raw: { width, height, channels } }).resize(size).webp({ quality: 80 }).toBuffer(),
    );
  }
  return encoded;
}

const BYTES_BY_DEPTH: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

const readHeader = ({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  orientation = 1,
}: Metadata): PictureHeader => ({
  format,
  width,
  height,
  channels,
  bytesPerChannel: BYTES_BY_DEPTH[depth] ?? 4,
  isProgressive,
  isSideways: orientation > 4,
});

function assertAccepted(header: PictureHeader, size: Size): void {
  const fault = findPictureFault(header, size);
  if (fault === 'unreadable') throwRefused();
  if (fault === 'tooManyPixels') {
    const limit = Math.floor(getMaxPixels(header, size) / 1_000_000);
    throw new AppError('uploadRefused', { message: 'media.tooManyPixels', values: { limit } });
  }
  if (fault === 'tooLongAndNarrow') {
    const values = { limit: MAX_ASPECT_RATIO };
    throw new AppError('uploadRefused', { message: 'media.tooNarrow', values });
  }
}

function throwRefused(): never {
  throw new AppError('uploadRefused');
}

serveWork({ encodeWebp } satisfies PictureTasks, { maxMemoryMb: MAX_MEMORY_MB });
