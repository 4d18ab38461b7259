import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { problemText } from '../../../lib/problems.ts';
import { uploadReportPhoto } from '../../../lib/upload.ts';

interface Item {
  file: File;
  /** Shown while it is sent, and after. */
  url: string;
  /** What the server calls it; null until it has arrived. */
  path: string | null;
  /** Sent so far, 0 to 1. */
  progress: number;
  problem: string | null;
}

interface Upload {
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The one photo of a report: sent as soon as it is chosen, another takes its place. */
export function useReportPhoto() {
  const [item, setItem] = useState<Item | null>(null);
  const running = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: ({ file, ...options }: Upload) => uploadReportPhoto(file, options),
  });

  useEffect(() => () => running.current?.abort(), []);
  const url = item?.url;
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  async function send(file: File, shown: string) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const change = (part: Partial<Item>) => {
      if (running.current === controller) setItem((now) => now && { ...now, ...part });
    };
    setItem({ file, url: shown, path: null, progress: 0, problem: null });
    try {
      const onProgress = (progress: number) => change({ progress });
      const { path } = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      change({ path, progress: 1 });
    } catch (error) {
      if (!controller.signal.aborted) change({ problem: problemText(error) });
    }
  }

  return {
    item,
    busy: item !== null && item.path === null && item.problem === null,
    choose: (file: File) => void send(file, URL.createObjectURL(file)),
    retry: () => {
      if (item) void send(item.file, item.url);
    },
    clear: () => {
      running.current?.abort();
      running.current = null;
      setItem(null);
    },
  };
}
