import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../api/api.ts';
import type { UploadOptions } from '../api/upload.ts';
import {
  canRetryPhoto,
  getPhotoErrorMessage,
  MAX_PHOTO_FILE_BYTES,
  PHOTO_TYPES,
  type PhotoCrop,
  preparePhoto,
} from './prepare-photo.ts';

/** A photo that is uploading, uploaded or failed. */
export interface PhotoUpload {
  key: string;
  /** Object URL, shown while uploading and after. */
  url: string;
  /** Path on the server; null until uploaded. What is uploaded stays until another upload of it has succeeded. */
  path: string | null;
  /** From 0 to 1; null when nothing is on its way. */
  progress: number | null;
  error: string | null;
  /** It failed, and another attempt may succeed. */
  canRetry: boolean;
  /** As it was chosen; null for photos uploaded before. */
  file: File | null;
}

interface Options<T> {
  /** Paths of photos uploaded before. */
  initial?: readonly string[];
  /** Initial values of what the caller adds to each photo. */
  defaults?: T;
  /** Starts the upload of a chosen photo; by default at once. */
  start?: (item: PhotoUpload & T, file: File, signal: AbortSignal) => void;
  onRefused?: (error: unknown) => void;
}

/** Photos in order; each is uploaded as soon as it is chosen, or the caller sends it. */
export function usePhotoUploads<T extends object = object>(
  upload: (file: Blob, options: UploadOptions) => Promise<{ path: string }>,
  { initial = [], defaults = {} as T, start, onRefused }: Options<T> = {},
) {
  type Item = PhotoUpload & T;
  const [items, setItems] = useState<Item[]>(() =>
    initial.map((path) => ({
      ...defaults,
      ...{ key: path, url: getMediaUrl(path), path, progress: null, error: null },
      ...{ canRetry: false, file: null },
    })),
  );
  const controllers = useRef(new Map<string, AbortController>());
  const objectUrls = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort();
      for (const url of objectUrls.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const updateItem = (key: string, changes: Partial<Item>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  /** Ends an earlier attempt. */
  function beginAttempt(key: string): AbortSignal {
    controllers.current.get(key)?.abort();
    const controller = new AbortController();
    controllers.current.set(key, controller);
    return controller.signal;
  }

  async function send(key: string, file: File, crop?: PhotoCrop, changes: Partial<T> = {}) {
    const signal = beginAttempt(key);
    updateItem(key, { ...changes, progress: 0, error: null } as Partial<Item>);
    const report = (result: Partial<PhotoUpload>) => {
      if (!signal.aborted) updateItem(key, result as Partial<Item>);
    };
    try {
      const prepared = await preparePhoto(file, crop);
      if (signal.aborted) return;
      const { path } = await upload(prepared, { onProgress: (progress) => report({ progress }), signal });
      report({ path, progress: null });
    } catch (error) {
      if (signal.aborted) return;
      report({ error: getPhotoErrorMessage(error), canRetry: canRetryPhoto(error), progress: null });
      onRefused?.(error);
    }
  }

  return {
    items,
    setItems,
    updateItem,
    send,
    paths: items.flatMap(({ path }) => path ?? []),
    isUploading: items.some(({ progress }) => progress !== null),
    hasFailed: items.some(({ error }) => error !== null),
    add(files: readonly File[]) {
      const newItems = files.map((file) => ({
        ...defaults,
        ...{ key: crypto.randomUUID(), url: URL.createObjectURL(file), path: null, progress: 0, error: null },
        canRetry: false,
        file,
      }));
      for (const { url } of newItems) objectUrls.current.add(url);
      setItems((current) => [...current, ...newItems]);
      for (const item of newItems) {
        if (start) start(item, item.file, beginAttempt(item.key));
        else void send(item.key, item.file);
      }
    },
    remove(key: string) {
      controllers.current.get(key)?.abort();
      setItems((current) => current.filter((item) => item.key !== key));
    },
  };
}

interface DropOptions {
  limit: number;
  count: number;
  onAdd: (files: readonly File[]) => void;
}

/** The place where photos are dropped or chosen, and why some of them were not taken. */
export function usePhotoDrop({ limit, count, onAdd }: DropOptions) {
  const { t } = useTranslation('common');
  const [messages, setMessages] = useState<string[]>([]);
  const dropzone = useDropzone({
    accept: PHOTO_TYPES,
    maxSize: MAX_PHOTO_FILE_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[], rejections: FileRejection[]) => {
      const remainingCount = Math.max(0, limit - count);
      onAdd(files.slice(0, remainingCount));
      setMessages([
        ...rejections.map(({ file: { name }, errors: [error] }) =>
          error?.code === 'file-too-large' ? t('photos.tooLarge', { name }) : t('photos.wrongType', { name }),
        ),
        ...(files.length > remainingCount ? [t('photos.tooMany', { count: limit })] : []),
      ]);
    },
  });
  return { ...dropzone, messages, clearMessages: () => setMessages([]) };
}

/**
 * Removes the entry at this index of a list, and moves the focus, which its button would take with it, to the button
 * of the next entry (`data-remove`), or else to the one that adds (`data-add`).
 */
export function removeKeepingFocus(list: HTMLElement | null, index: number, remove: () => void): void {
  flushSync(remove);
  const buttons = list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
  (buttons[index] ?? buttons[index - 1] ?? list?.querySelector<HTMLElement>('[data-add]'))?.focus();
}
