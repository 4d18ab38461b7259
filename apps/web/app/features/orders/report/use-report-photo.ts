import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/api/errors.ts';
import { uploadReportPhoto } from '../../../lib/api/upload.ts';

interface PhotoItem {
  file: File;
  /** Shown while it is sent, and after. */
  url: string;
  /** What the server calls it; null until it has arrived. */
  path: string | null;
  /** Sent so far, 0 to 1. */
  progress: number;
  errorMessage: string | null;
}

interface UploadInput {
  file: File;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** The one photo of a report: sent as soon as it is chosen, another takes its place. */
export function useReportPhoto() {
  const [item, setItem] = useState<PhotoItem | null>(null);
  const activeUpload = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: ({ file, ...options }: UploadInput) => uploadReportPhoto(file, options),
  });

  useEffect(() => () => activeUpload.current?.abort(), []);
  const url = item?.url;
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  async function startUpload(file: File, previewUrl: string) {
    activeUpload.current?.abort();
    const controller = new AbortController();
    activeUpload.current = controller;
    const updateItem = (changes: Partial<PhotoItem>) => {
      if (activeUpload.current === controller) setItem((current) => current && { ...current, ...changes });
    };
    setItem({ file, url: previewUrl, path: null, progress: 0, errorMessage: null });
    try {
      const onProgress = (progress: number) => updateItem({ progress });
      const { path } = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      updateItem({ path, progress: 1 });
    } catch (error) {
      if (!controller.signal.aborted) updateItem({ errorMessage: getErrorMessage(error) });
    }
  }

  return {
    item,
    isUploading: item !== null && item.path === null && item.errorMessage === null,
    choose: (file: File) => void startUpload(file, URL.createObjectURL(file)),
    retry: () => {
      if (item) void startUpload(item.file, item.url);
    },
    clear: () => {
      activeUpload.current?.abort();
      activeUpload.current = null;
      setItem(null);
    },
  };
}
