import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Where photos are kept. Keys are relative paths such as 'photos/ab12-640.webp'. */
export interface Storage {
  put(key: string, content: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
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
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
