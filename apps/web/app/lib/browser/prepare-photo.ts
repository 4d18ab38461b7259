import { isApiError } from '@wopack/contract/client';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { getI18n } from 'react-i18next';

/** Files that can be chosen; of HEIC the server gets what the browser has made of it. */
export const PHOTO_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heics'],
  'image/heif': ['.heif', '.hif'],
};
export const PHOTO_ACCEPT = Object.entries(PHOTO_TYPES)
  .flatMap(([type, extensions]) => [type, ...extensions])
  .join(',');

/** Larger files are refused: a photo of 108 megapixels is at most this large. */
export const MAX_PHOTO_FILE_BYTES = 80 * 1024 * 1024;
/** What the server accepts. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** A longer side is reduced to this: twice what is shown, and a canvas that every phone has memory for. */
const MAX_SIDE = 2560;
const JPEG_QUALITY = 0.9;

export interface PhotoSize {
  width: number;
  height: number;
}

/** The part of a picture that is kept, as shares of its sides. */
export interface PhotoCrop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The largest part of this shape, at the full width of a taller picture or the full height of a wider one, with this
 * share of the rest above it or left of it.
 */
export function calculateCrop(size: PhotoSize, ratio: number, position: number): PhotoCrop {
  const width = Math.min(1, (size.height * ratio) / size.width);
  const height = Math.min(1, size.width / ratio / size.height);
  return { left: (1 - width) * position, top: (1 - height) * position, width, height };
}

/** Why a file cannot be sent, as it is or after the browser has opened it. */
export class PhotoError extends Error {
  readonly kind: 'heic' | 'tooLarge';

  constructor(kind: PhotoError['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/** Whether another attempt with the same file may succeed: not if the file itself is refused. */
export function canRetryPhoto(error: unknown): boolean {
  if (error instanceof PhotoError) return false;
  return !isApiError(error, 'uploadRefused') && !isApiError(error, 'validation');
}

export const getPhotoErrorMessage = (error: unknown): string =>
  error instanceof PhotoError ? getI18n().t(`errors:photo.${error.kind}`) : getErrorMessage(error);

/** Upright, as it is shown; null where the browser cannot open the file. */
export async function measurePhoto(file: Blob): Promise<PhotoSize | null> {
  const picture = await openPicture(file);
  if (!picture) return null;
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

/**
 * The file to upload: turned upright, cropped and reduced where needed, white behind what is transparent; never enlarged.
 * The file as it is where nothing is to be done, and where the browser fails and the server may not.
 */
export async function preparePhoto(file: Blob, crop?: PhotoCrop): Promise<Blob> {
  const mayBeHeic = await isHeic(file);
  const picture = await openPicture(file);
  const prepared = picture && (await drawPicture(picture, file, { crop, isForced: mayBeHeic }));
  picture?.close();
  if (prepared && prepared.size <= MAX_UPLOAD_BYTES) return prepared;
  if (mayBeHeic) throw new PhotoError('heic');
  if (file.size > MAX_UPLOAD_BYTES) throw new PhotoError('tooLarge');
  return file;
}

interface Picture extends PhotoSize {
  source: CanvasImageSource;
  close: () => void;
}

async function openPicture(file: Blob): Promise<Picture | null> {
  if (!('createImageBitmap' in globalThis)) return null;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = bitmap;
    return { source: bitmap, width, height, close: () => bitmap.close() };
  } catch {
    // Some browsers open in an element what they do not open as a bitmap.
    return openInElement(file);
  }
}

async function openInElement(file: Blob): Promise<Picture | null> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const isLoaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
  if (isLoaded) return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  close();
  return null;
}

/** The file itself where it can stay as it is; null where the canvas fails. */
async function drawPicture(
  { source, width, height }: Picture,
  file: Blob,
  { crop = { left: 0, top: 0, width: 1, height: 1 }, isForced }: { crop?: PhotoCrop; isForced: boolean },
): Promise<Blob | null> {
  const [left, partWidth] = [crop.left * width, crop.width * width];
  const [top, partHeight] = [crop.top * height, crop.height * height];
  const scale = Math.min(1, MAX_SIDE / Math.max(partWidth, partHeight));
  if (!isForced && scale === 1 && crop.width === 1 && crop.height === 1 && file.size <= MAX_UPLOAD_BYTES)
    return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(partWidth * scale));
  canvas.height = Math.max(1, Math.round(partHeight * scale));
  try {
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, left, top, partWidth, partHeight, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  } catch {
    return null;
  } finally {
    // Gives the memory back at once on iOS.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** By its first bytes: phones name files as they like. */
async function isHeic(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(String.fromCharCode(...start));
}
