import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { folderStorage, type Storage } from '../platform/storage.ts';

export interface Moved {
  files: number;
  bytes: number;
  /** Files that could not be moved, and why; they are where they were. */
  failed: { key: string; reason: string }[];
}

interface Options {
  /** Only counts. */
  dryRun?: boolean;
  /** Told after each file. */
  progress?: (done: number, of: number) => void;
}

const AT_ONCE = 8;

/**
 * Moves photos from a folder into a bucket while WoPack serves both. A file leaves the folder only when what came back
 * from the bucket is the same, byte by byte; started again it goes on with the rest.
 */
export async function moveFiles(
  folder: string,
  bucket: Storage,
  { dryRun = false, progress = () => {} }: Options = {},
): Promise<Moved> {
  const here = folderStorage(folder);
  const keys = await keysIn(folder);
  const moved: Moved = { files: 0, bytes: 0, failed: [] };
  let done = 0;
  const waiting = keys.values();
  const worker = async () => {
    for (const key of waiting) {
      try {
        const content = await here.get(key);
        if (content && !dryRun) await moveOne(bucket, key, content, join(folder, key));
        if (content) Object.assign(moved, { files: moved.files + 1, bytes: moved.bytes + content.length });
      } catch (error) {
        moved.failed.push({ key, reason: reasonOf(error) });
      }
      progress(++done, keys.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return moved;
}

async function moveOne(bucket: Storage, key: string, content: Buffer, path: string): Promise<void> {
  const same = async () => (await bucket.get(key))?.equals(content) ?? false;
  if (!(await same())) {
    await bucket.put(key, content);
    if (!(await same())) throw new Error('it came back changed');
  }
  // Removed by somebody meanwhile: it is not to come back in the bucket.
  await unlink(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await bucket.remove(key);
  });
}

/** Demo pictures stay: they are painted again wherever they are missing. Nor what is only half written. */
async function keysIn(folder: string): Promise<string[]> {
  const keys = [];
  for (const kind of ['photos', 'avatars']) {
    const names = await readdir(join(folder, kind)).catch((): string[] => []);
    keys.push(...names.filter((name) => name.endsWith('.webp')).map((name) => `${kind}/${name}`));
  }
  return keys;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
