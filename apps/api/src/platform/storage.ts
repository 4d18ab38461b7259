import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Where photos are kept. Keys are relative paths such as 'photos/ab12-640.webp'; what a key names never changes. */
export interface Storage {
  put(key: string, content: Buffer): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Where browsers get files when that is not the server itself. */
  elsewhere?: { addressOf(key: string): Promise<FileAddress> };
}

export interface FileAddress {
  url: string;
  /** How long a browser may remember it, seconds. */
  keep: number;
  /** Whether it is the same for everybody and for good. */
  shared: boolean;
}

/** Files in a folder. A file appears whole or not at all. */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    const path = join(folder, key);
    if (!path.startsWith(folder + sep)) throw new Error('a key leads out of the storage');
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}.part`;
      await writeFile(partial, content);
      await rename(partial, path);
    },
    get: (key) => readFile(pathOf(key)).catch(noneIfMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
