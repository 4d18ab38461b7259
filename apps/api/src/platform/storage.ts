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
  external?: { getUrl(key: string): Promise<ExternalFileUrl> };
}

export interface ExternalFileUrl {
  url: string;
  /** How long a browser may remember it, seconds. */
  maxAgeSeconds: number;
  /** Whether it is the same for everybody and for good. */
  isPublic: boolean;
}

/** Files in a folder. A file appears whole or not at all. */
export function createFolderStorage(folder: string): Storage {
  const resolvePath = (key: string) => {
    const path = join(folder, key);
    if (!path.startsWith(folder + sep)) throw new Error('a key leads out of the storage');
    return path;
  };
  return {
    async put(key, content) {
      const path = resolvePath(key);
      await mkdir(dirname(path), { recursive: true });
      const temporaryPath = `${path}.${randomUUID()}.part`;
      await writeFile(temporaryPath, content);
      await rename(temporaryPath, path);
    },
    get: (key) => readFile(resolvePath(key)).catch(returnNullIfMissing),
    remove: (key) => rm(resolvePath(key), { force: true }),
  };
}

function returnNullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
