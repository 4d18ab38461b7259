import { appendFile, readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../../platform/http/app-error.ts';
import { serveWork } from '../../platform/work-process/serve-work.ts';
import {
  findPictureFault,
  getMaxPixels,
  hasTooManyScans,
  isDecodedBesideOthers,
  MAX_ASPECT_RATIO,
  type PictureHeader,
  type Target,
} from './pictures.rules.ts';

// Only what is needed to read the accepted kinds from a file: the other loaders (SVG, PDF, …) are large programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});
sharp.cache(false);

export type PictureTasks = {
  /** Null: it is to be the only one in work. */
  encodeWebp: (input: {
    path: string;
    targets: readonly Target[];
    isAlone: boolean;
  }) => Promise<EncodedPicture[] | null>;
};

export interface EncodedPicture {
  bytes: Uint8Array;
  width: number;
}

/** Accepted pictures take 240 MB at most: an interlaced PNG with transparency. Two beside each other take less. */
const MAX_MEMORY_MB = 300;

/**
 * Encodes a picture as WebP for these targets, which have one aspect ratio, the largest first. Decodes it once, and only
 * if its header promises that no intermediate form is too large. Shows white behind what is transparent.
 */
async function encodeWebp({
  path,
  targets,
  isAlone,
}: Parameters<PictureTasks['encodeWebp']>[0]): Promise<EncodedPicture[] | null> {
  const [largest] = targets as [Target];
  // Reads the header only, without a limit, so that an oversized picture gets an error of its own.
  const header = readHeader(await sharp(path, { limitInputPixels: false }).metadata().catch(throwRefused));
  assertAccepted(header, largest);
  if (!isAlone && !isDecodedBesideOthers(header, largest)) return null;
  if (header.format === 'jpeg' && hasTooManyScans(await readFile(path)))
    throw new AppError('uploadRefused', { message: 'media.tooDemanding' });
  const decode = (failOn: 'error' | 'warning') =>
    resizeTo(sharp(path, { limitInputPixels: getMaxPixels(header, largest), failOn }).autoOrient(), largest)
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await decode('error')
    .catch(async (error: Error) => {
      if (header.format !== 'jpeg') throw error;
      // Some cameras and messengers leave out the marker. What else is missing is a warning once it is there.
      await appendFile(path, JPEG_END);
      return decode('warning');
    })
    .catch(throwRefused);
  const { width, height, channels } = info;
  const encoded: EncodedPicture[] = [];
  for (const target of targets) {
    const output = await resizeTo(sharp(data, { raw: { width, height, channels } }), target)
      .webp({ quality: 80, effort: WEBP_EFFORT })
      .toBuffer({ resolveWithObject: true });
    // A whole picture that is smaller than a target is the same for all further ones.
    if (output.info.width !== encoded.at(-1)?.width)
      encoded.push({ bytes: output.data, width: output.info.width });
  }
  return encoded;
}

/** Half of the time of the default, for 4 % more bytes: decision 115. */
const WEBP_EFFORT = 2;

const JPEG_END = Buffer.from('ffd9', 'hex');

const resizeTo = (picture: Sharp, { width, height, isWhole }: Target): Sharp =>
  picture.resize(
    isWhole
      ? { width, height, fit: 'inside', withoutEnlargement: true }
      : { width, height, fit: 'cover', position: 'attention' },
  );

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

function assertAccepted(header: PictureHeader, target: Target): void {
  const fault = findPictureFault(header, target);
  if (fault === 'unreadable') throwRefused();
  if (fault === 'tooManyPixels') {
    const limit = Math.floor(getMaxPixels(header, target) / 1_000_000);
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
