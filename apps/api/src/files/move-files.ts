import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderStorage, type Storage } from '../platform/files/storage.ts';

export interface MoveResult {
  files: number;
  bytes: number;
  /** Files that could not be moved, and why; they stay in the folder. */
  failed: { key: string; reason: string }[];
}

interface Options {
  /** Only count files and bytes. */
  dryRun?: boolean;
  /** Called after each file. */
  onProgress?: (completed: number, total: number) => void;
}

const CONCURRENCY = 8;

/**
 * Moves photos from a folder to a bucket while WoPack serves both. A file is deleted from the folder only
 * after the bucket's copy was read back and compared byte by byte; a repeated run continues with the rest.
 */
export async function moveFiles(
  folder: string,
  bucket: Storage,
  { dryRun = false, onProgress = () => {} }: Options = {},
): Promise<MoveResult> {
  const source = createFolderStorage(folder);
  const keys = await listKeys(folder);
  const result: MoveResult = { files: 0, bytes: 0, failed: [] };
  let completed = 0;
  const pendingKeys = keys.values();
  const worker = async () => {
    for (const key of pendingKeys) {
      try {
        const content = await source.get(key);
        if (content && !dryRun) await moveFile(bucket, key, content, join(folder, key));
        if (content) Object.assign(result, { files: result.files + 1, bytes: result.bytes + content.length });
      } catch (error) {
        result.failed.push({ key, reason: getErrorReason(error) });
      }
      onProgress(++completed, keys.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return result;
}

async function moveFile(bucket: Storage, key: string, content: Buffer, path: string): Promise<void> {
  const isIdentical = async () => (await bucket.get(key))?.equals(content) ?? false;
  if (!(await isIdentical())) {
    await bucket.put(key, content);
    if (!(await isIdentical())) throw new Error('the copy in the bucket differs');
  }
  // Removed by its user during the move: it must not reappear in the bucket.
  await unlink(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await bucket.remove(key);
  });
}

/** Leaves out demo pictures, which are rendered again where missing, and partial files. */
async function listKeys(folder: string): Promise<string[]> {
  const keys = [];
  for (const kind of ['photos', 'avatars', 'evidence']) {
    const names = await readdir(join(folder, kind)).catch((): string[] => []);
    keys.push(...names.filter((name) => name.endsWith('.webp')).map((name) => `${kind}/${name}`));
  }
  return keys;
}

function getErrorReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
