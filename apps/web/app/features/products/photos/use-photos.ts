import { arrayMove } from '@dnd-kit/helpers';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { useEffect, useRef, useState } from 'react';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { useUploadPhoto } from '../products.api.ts';

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
  file: File | null;
}

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

  const paths = JSON.stringify(items.flatMap(({ path }) => path ?? []));
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  const reportedPaths = useRef(paths);
  useEffect(() => {
    if (reportedPaths.current === paths) return;
    reportedPaths.current = paths;
    onChangeRef.current(JSON.parse(paths));
  }, [paths]);

  useEffect(
    () => () => {
      for (const controller of uploadControllers.current.values()) controller.abort();
      for (const url of objectUrls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const updateItem = (key: string, changes: Partial<PhotoItem>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  async function startUpload(key: string, file: File) {
    const controller = new AbortController();
    uploadControllers.current.set(key, controller);
    updateItem(key, { progress: 0, error: null });
    try {
      const onProgress = (progress: number) => updateItem(key, { progress });
      const { path } = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      updateItem(key, { path, progress: 1, file: null });
    } catch (error) {
      if (controller.signal.aborted) return;
      updateItem(key, { error: getErrorMessage(error) });
      onRefused?.(error);
    } finally {
      uploadControllers.current.delete(key);
    }
  }

  return {
    items,
    add(files: readonly File[]) {
      const newItems = files.map((file) => createUploadingItem(file));
      for (const { url } of newItems) objectUrls.current.add(url);
      setItems((current) => [...current, ...newItems]);
      for (const { key, file } of newItems) void startUpload(key, file);
    },
    retry({ key, file }: PhotoItem) {
      if (file) void startUpload(key, file);
    },
    retryFailed() {
      for (const { key, file, error } of latestItems.current) if (file && error) void startUpload(key, file);
    },
    removePhoto(key: string) {
      uploadControllers.current.get(key)?.abort();
      setItems((current) => current.filter((item) => item.key !== key));
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
});

const createUploadingItem = (file: File) => ({
  key: crypto.randomUUID(),
  url: URL.createObjectURL(file),
  path: null,
  progress: 0,
  error: null,
  file,
});
