import { arrayMove } from '@dnd-kit/helpers';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { uploadPhoto } from '../../../lib/api/upload.ts';
import { calculateCrop, measurePhoto, type PhotoSize } from '../../../lib/browser/prepare-photo.ts';
import { type PhotoUpload, usePhotoUploads } from '../../../lib/browser/use-photo-uploads.ts';

/** Width to height of stored photos. */
export const PHOTO_RATIO = 16 / 9;

interface ShownPart {
  /** Null until it is known, and where the browser cannot open the file. */
  size: PhotoSize | null;
  /** Which part is shown: how much of the rest is above it or left of it, from 0 to 1. Null: chosen by the server. */
  position: number | null;
}

export type PhotoItem = PhotoUpload & ShownPart;

const undecidedPart: ShownPart = { size: null, position: null };

/** Whether there is a choice of what is shown. */
export function canCrop({ file, size }: PhotoItem): boolean {
  if (file === null || size === null) return false;
  const { width, height } = calculateCrop(size, PHOTO_RATIO, 0);
  return Math.min(width, height) < 0.95;
}

/** The photos of a product in order: uploads new ones and calls `onChange` with the paths of the uploaded ones. */
export function usePhotos(
  initial: readonly string[],
  onChange: (paths: string[]) => void,
  { onRefused }: { onRefused?: (error: unknown) => void } = {},
) {
  const uploads = usePhotoUploads<ShownPart>(uploadPhoto, {
    initial,
    defaults: undecidedPart,
    start: (item, file, signal) => void startItem(item, file, signal),
    onRefused,
  });
  const { items, setItems } = uploads;
  const [cropKeys, setCropKeys] = useState<string[]>([]);

  const paths = JSON.stringify(uploads.paths);
  const report = useEffectEvent(onChange);
  const reportedPaths = useRef(paths);
  useEffect(() => {
    if (reportedPaths.current === paths) return;
    reportedPaths.current = paths;
    report(JSON.parse(paths));
  }, [paths]);

  const send = (key: string, file: File, { size, position }: ShownPart) =>
    void uploads.send(
      key,
      file,
      size && position !== null ? calculateCrop(size, PHOTO_RATIO, position) : undefined,
      { size, position },
    );

  /** Asks which part of a portrait is shown before it is uploaded. */
  async function startItem({ key }: PhotoItem, file: File, signal: AbortSignal) {
    const size = await measurePhoto(file);
    if (signal.aborted) return;
    if (size && size.height > size.width) {
      uploads.updateItem(key, { size });
      setCropKeys((current) => [...current, key]);
    } else send(key, file, { size, position: null });
  }

  const cropItem = items.find(({ key }) => key === cropKeys[0]);
  const cropping =
    cropItem?.file && cropItem.size ? { ...cropItem, file: cropItem.file, size: cropItem.size } : null;
  const endCrop = () => setCropKeys((current) => current.slice(1));
  const retry = (item: PhotoItem) => item.file && send(item.key, item.file, item);

  return {
    ...uploads,
    /** Whose shown part is asked for. */
    cropping,
    openCrop: (key: string) => setCropKeys((current) => [...current, key]),
    crop(position: number) {
      endCrop();
      if (cropping) send(cropping.key, cropping.file, { size: cropping.size, position });
    },
    closeCrop() {
      endCrop();
      // One that is uploaded stays as it is.
      if (cropping?.path === null) send(cropping.key, cropping.file, cropping);
    },
    retry,
    retryFailed() {
      for (const item of items) if (item.error && item.canRetry) retry(item);
    },
    remove(key: string) {
      uploads.remove(key);
      setCropKeys((current) => current.filter((other) => other !== key));
    },
    /** To this index, from 0. */
    move(key: string, toIndex: number) {
      setItems((current) => {
        const fromIndex = current.findIndex((item) => item.key === key);
        return fromIndex < 0 ? current : arrayMove(current, fromIndex, toIndex);
      });
    },
  };
}
