import { arrayMove } from '@dnd-kit/helpers';
import { useEffect, useRef, useState } from 'react';
import { getMediaUrl } from '../../../lib/api/api.ts';
import {
  calculateCrop,
  getPhotoErrorMessage,
  measurePhoto,
  type PhotoSize,
  preparePhoto,
} from '../../../lib/browser/prepare-photo.ts';
import { useUploadPhoto } from '../products.api.ts';

/** Of stored photos: width to height. */
export const PHOTO_RATIO = 16 / 9;

/** A photo that is uploading, uploaded or failed. */
export interface PhotoItem {
  key: string;
  /** Object URL, shown while uploading and after. */
  url: string;
  /** Path on the server; null until uploaded. */
  path: string | null;
  /** From 0 to 1. */
  progress: number;
  error: string | null;
  /** As it was chosen; null for photos uploaded before. */
  file: File | null;
  /** Null until it is known, and where the browser cannot open the file. */
  size: PhotoSize | null;
  /** The part of a tall photo that is shown: how much of the rest is above, from 0 to 1. Null: chosen by the server. */
  position: number | null;
}

/** Whether there is a choice of what is shown. */
export const canCrop = ({ file, size }: PhotoItem): boolean =>
  file !== null && size !== null && calculateCrop(size, PHOTO_RATIO, 0).height < 0.95;

/** The photos of a product in order: uploads new ones and calls `onChange` with the paths of the uploaded ones. */
export function usePhotos(
  initial: readonly string[],
  onChange: (paths: string[]) => void,
  { onRefused }: { onRefused?: (error: unknown) => void } = {},
) {
  const [items, setItems] = useState<PhotoItem[]>(() => initial.map(createUploadedItem));
  const latestItems = useRef(items);
  latestItems.current = items;
  const uploadControllers = useRef(new Map<string, AbortController>());
  const objectUrls = useRef(new Set<string>());
  const upload = useUploadPhoto();
  const [cropKeys, setCropKeys] = useState<string[]>([]);

  const paths = JSON.stringify(items.flatMap(({ path }) => path ?? []));
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  const reportedPaths = useRef(paths);
  useEffect(() => {
    if (reportedPaths.current === paths) return;
    reportedPaths.current = paths;
    onChangeRef.current(JSON.parse(paths));
  }, [paths]);

  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      for (const controller of uploadControllers.current.values()) controller.abort();
      for (const url of objectUrls.current) URL.revokeObjectURL(url);
    };
  }, []);

  const updateItem = (key: string, changes: Partial<PhotoItem>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  async function startUpload(
    key: string,
    file: File,
    { size, position }: Pick<PhotoItem, 'size' | 'position'>,
  ) {
    const controller = new AbortController();
    uploadControllers.current.set(key, controller);
    updateItem(key, { size, position, path: null, progress: 0, error: null });
    try {
      const onProgress = (progress: number) => updateItem(key, { progress });
      const isCropped = size !== null && position !== null;
      const prepared = await preparePhoto(
        file,
        isCropped ? calculateCrop(size, PHOTO_RATIO, position) : undefined,
      );
      if (controller.signal.aborted) return;
      const { path } = await upload.mutateAsync({ file: prepared, onProgress, signal: controller.signal });
      updateItem(key, { path, progress: 1 });
    } catch (error) {
      if (controller.signal.aborted) return;
      updateItem(key, { error: getPhotoErrorMessage(error) });
      onRefused?.(error);
    } finally {
      uploadControllers.current.delete(key);
    }
  }

  /** Asks which part of a portrait is shown before it is uploaded. */
  async function startItem({ key }: PhotoItem, file: File) {
    const size = await measurePhoto(file);
    if (!isMounted.current) return;
    if (size && size.height > size.width) {
      updateItem(key, { size });
      setCropKeys((current) => [...current, key]);
    } else void startUpload(key, file, { size, position: null });
  }

  const cropItem = items.find(({ key }) => key === cropKeys[0]);
  const cropping =
    cropItem?.file && cropItem.size ? { ...cropItem, file: cropItem.file, size: cropItem.size } : null;
  const endCrop = () => setCropKeys((current) => current.slice(1));

  return {
    items,
    /** Whose shown part is asked for. */
    cropping,
    openCrop: (key: string) => setCropKeys((current) => [...current, key]),
    crop(position: number) {
      endCrop();
      if (cropping) void startUpload(cropping.key, cropping.file, { size: cropping.size, position });
    },
    closeCrop() {
      endCrop();
      // One that is uploaded stays as it is.
      if (cropping?.path === null) void startUpload(cropping.key, cropping.file, cropping);
    },
    add(files: readonly File[]) {
      const newItems = files.map((file) => createUploadingItem(file));
      for (const { url } of newItems) objectUrls.current.add(url);
      setItems((current) => [...current, ...newItems]);
      for (const item of newItems) void startItem(item, item.file);
    },
    retry(item: PhotoItem) {
      if (item.file) void startUpload(item.key, item.file, item);
    },
    retryFailed() {
      for (const item of latestItems.current)
        if (item.file && item.error) void startUpload(item.key, item.file, item);
    },
    removePhoto(key: string) {
      uploadControllers.current.get(key)?.abort();
      setItems((current) => current.filter((item) => item.key !== key));
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

const createUploadedItem = (path: string): PhotoItem => ({
  key: path,
  url: getMediaUrl(path),
  path,
  progress: 1,
  error: null,
  file: null,
  size: null,
  position: null,
});

const createUploadingItem = (file: File) => ({
  key: crypto.randomUUID(),
  url: URL.createObjectURL(file),
  path: null,
  progress: 0,
  error: null,
  file,
  size: null,
  position: null,
});
