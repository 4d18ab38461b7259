import { arrayMove } from '@dnd-kit/helpers';
import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../../lib/api.ts';
import { problemText } from '../../lib/problems.ts';
import { useUploadPhoto } from './packs.api.ts';

/** A photo on its way, arrived, or failed. */
export interface PhotoItem {
  key: string;
  /** Shown while it is sent, and after. */
  url: string;
  /** What the server calls it; null until it has arrived. */
  path: string | null;
  /** Sent so far, 0 to 1. */
  progress: number;
  problem: string | null;
  file: File | null;
}

/** The photos of a pack in order: sends new ones, and tells `onChange` the paths of those that have arrived. */
export function usePhotos(initial: readonly string[], onChange: (paths: string[]) => void) {
  const [items, setItems] = useState<PhotoItem[]>(() => initial.map(arrived));
  const running = useRef(new Map<string, AbortController>());
  const shownFiles = useRef(new Set<string>());
  const upload = useUploadPhoto();

  const paths = JSON.stringify(items.flatMap(({ path }) => path ?? []));
  const tell = useRef(onChange);
  tell.current = onChange;
  const told = useRef(paths);
  useEffect(() => {
    if (told.current === paths) return;
    told.current = paths;
    tell.current(JSON.parse(paths));
  }, [paths]);

  useEffect(
    () => () => {
      for (const controller of running.current.values()) controller.abort();
      for (const url of shownFiles.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const change = (key: string, part: Partial<PhotoItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part } : item)));

  async function send(key: string, file: File) {
    const controller = new AbortController();
    running.current.set(key, controller);
    change(key, { progress: 0, problem: null });
    try {
      const onProgress = (progress: number) => change(key, { progress });
      const { path } = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      change(key, { path, progress: 1, file: null });
    } catch (error) {
      if (!controller.signal.aborted) change(key, { problem: problemText(error) });
    } finally {
      running.current.delete(key);
    }
  }

  return {
    items,
    add(files: readonly File[]) {
      const added = files.map((file) => onItsWay(file));
      for (const { url } of added) shownFiles.current.add(url);
      setItems((all) => [...all, ...added]);
      for (const { key, file } of added) void send(key, file);
    },
    retry({ key, file }: PhotoItem) {
      if (file) void send(key, file);
    },
    removePhoto(key: string) {
      running.current.get(key)?.abort();
      setItems((all) => all.filter((item) => item.key !== key));
    },
    /** To the place with this number, from 0. */
    move(key: string, to: number) {
      setItems((all) => {
        const from = all.findIndex((item) => item.key === key);
        return from < 0 ? all : arrayMove(all, from, to);
      });
    },
  };
}

const arrived = (path: string): PhotoItem => ({
  key: path,
  url: mediaUrl(path),
  path,
  progress: 1,
  problem: null,
  file: null,
});

const onItsWay = (file: File) => ({
  key: crypto.randomUUID(),
  url: URL.createObjectURL(file),
  path: null,
  progress: 0,
  problem: null,
  file,
});
