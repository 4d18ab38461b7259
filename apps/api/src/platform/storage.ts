import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/**
 * File storage for photos. Keys are relative paths such as 'photos/ab12-640.webp'; the content of a key
 * never changes.
 */
export interface Storage {
  put(key: string, content: Buffer): Promise<void>;
  /** Null when missing. */
  get(key: string): Promise<Buffer | null>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** Set when browsers load files from elsewhere than this server. */
  external?: { getUrl(key: string): Promise<ExternalFileUrl> };
}

export interface ExternalFileUrl {
  url: string;
  /** Seconds a browser may cache the URL. */
  maxAgeSeconds: number;
  /** Whether the URL is permanent and the same for all users. */
  isPublic: boolean;
}

/** Files in a folder. Writes are atomic. */
export function createFolderStorage(folder: string): Storage {
  const resolvePath = (key: string) => {
    const path = join(folder, key);
    if (!path.startsWith(folder + sep)) throw new Error('the key is outside the storage folder');
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
