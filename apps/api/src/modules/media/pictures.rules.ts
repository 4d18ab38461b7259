export interface Size {
  width: number;
  height: number;
}

/** What a picture is made to fit. */
export interface Target extends Size {
  /** Kept whole within these bounds, and never enlarged; otherwise the rest is cropped. */
  isWhole?: boolean;
}

/** What is read from the header of a picture. */
export interface PictureHeader extends Size {
  format: string;
  /** Values of a pixel. */
  channels: number;
  bytesPerChannel: number;
  isProgressive: boolean;
  /** Whether the file is turned by 90 degrees when it is shown. */
  isSideways: boolean;
}

export type PictureFault = 'unreadable' | 'tooManyPixels' | 'tooLongAndNarrow';

type Kind = 'jpeg' | 'png' | 'webp';

/** First bytes of the accepted kinds, as hexadecimal digits. */
const SIGNATURES: Record<Kind, RegExp> = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  // RIFF, a length, WEBP.
  webp: /^52494646.{8}57454250/,
};
export const SIGNATURE_LENGTH = 12;

/** The kind of a file by its first bytes, without parsing it; null for all that is not accepted. */
export function findPictureKind(start: Uint8Array): Kind | null {
  const digits = Buffer.from(start).toString('hex', 0, SIGNATURE_LENGTH);
  const kinds = Object.entries(SIGNATURES) as [Kind, RegExp][];
  return kinds.find(([, signature]) => signature.test(digits))?.[0] ?? null;
}

/** A photo as iPhones take it, by the first brand of the container: HEVC inside, which few programs decode. */
export const isHeic = (start: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(Buffer.from(start).toString('latin1', 4, SIGNATURE_LENGTH));

const MIN_SIDE = 16;

/** Sensors of 48 and 50 megapixels give 8064 × 6048 to 8192 × 6144, in baseline JPEG. */
const MAX_CAMERA_PIXELS = 8192 * 6144;
/** Other formats are decoded at full size. */
const MAX_OTHER_PIXELS = 25_000_000;
/** What a picture may take decoded, and enlarged or reduced before it is cropped. */
export const MAX_INTERMEDIATE_BYTES = 80_000_000;

/** Two pictures of this size take less than the largest one. A photo of 50 megapixels as cameras write it is smaller. */
const MAX_SHARED_BYTES = 30_000_000;

/** Screenshots of a long page are at most nine times as long as wide. */
export const MAX_ASPECT_RATIO = 10;

/** By how much both sides are multiplied before a rest is cropped. */
export function getScale({ width, height, isSideways }: PictureHeader, target: Target): number {
  const ratios = [
    target.width / (isSideways ? height : width),
    target.height / (isSideways ? width : height),
  ];
  return target.isWhole ? Math.min(1, ...ratios) : Math.max(...ratios);
}

/** The decoder of baseline JPEG reads a half, a quarter or an eighth of both sides; others read all. */
function getShrink(header: PictureHeader, target: Target): number {
  if (header.format !== 'jpeg' || header.isProgressive) return 1;
  return Math.min(8, 2 ** Math.max(0, Math.floor(Math.log2(1 / getScale(header, target)))));
}

const getPixelBytes = ({ channels, bytesPerChannel }: PictureHeader) => channels * bytesPerChannel;

/** Pixels that a picture of this kind may have. */
export const getMaxPixels = (header: PictureHeader, target: Target): number =>
  getShrink(header, target) > 1
    ? MAX_CAMERA_PIXELS
    : Math.min(MAX_OTHER_PIXELS, Math.floor(MAX_INTERMEDIATE_BYTES / getPixelBytes(header)));

/** Bytes of each form that a picture takes in memory until it is cropped: decoded, and scaled. */
export function listIntermediateBytes(
  header: PictureHeader,
  target: Target,
): { decoded: number; scaled: number } {
  const bytes = header.width * header.height * getPixelBytes(header);
  return {
    decoded: bytes / getShrink(header, target) ** 2,
    scaled: bytes * getScale(header, target) ** 2,
  };
}

/** Whether its process may decode another picture at the same time. */
export function isDecodedBesideOthers(header: PictureHeader, target: Target): boolean {
  const { decoded, scaled } = listIntermediateBytes(header, target);
  return decoded + scaled <= MAX_SHARED_BYTES;
}

/** Why a picture is not decoded; null if it may be. */
export function findPictureFault(header: PictureHeader, target: Target): PictureFault | null {
  const { width, height } = header;
  if (!Object.hasOwn(SIGNATURES, header.format)) return 'unreadable';
  if (Math.min(width, height) < MIN_SIDE) return 'unreadable';
  if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height)) return 'tooLongAndNarrow';
  if (width * height > getMaxPixels(header, target)) return 'tooManyPixels';
  const { decoded, scaled } = listIntermediateBytes(header, target);
  if (decoded > MAX_INTERMEDIATE_BYTES) return 'tooManyPixels';
  return scaled > MAX_INTERMEDIATE_BYTES ? 'tooLongAndNarrow' : null;
}

/** Encoders write about ten scans; each is a pass over the whole picture for the decoder. */
const MAX_SCANS = 64;

const START_OF_SCAN = Buffer.from('ffda', 'hex');

/** Whether a JPEG has more scans. Within their data the marker cannot occur. */
export function hasTooManyScans(jpeg: Buffer): boolean {
  let count = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) {
    count++;
    if (count > MAX_SCANS) return true;
  }
  return false;
}
