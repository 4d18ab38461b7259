import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderStorage, type Storage } from '../platform/storage.ts';

export interface MoveResult {
  files: number;
  bytes: number;
  /** Files that could not be moved, and why; they are where they were. */
  failed: { key: string; reason: string }[];
}

interface Options {
  /** Only counts. */
  dryRun?: boolean;
  /** Told after each file. */
  onProgress?: (completed: number, total: number) => void;
}

const CONCURRENCY = 8;

/**
 * Moves photos from a folder into a bucket while WoPack serves both. A file leaves the folder only when what came back
 * from the bucket is the same, byte by byte; started again it goes on with the rest.
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
    if (!(await isIdentical())) throw new Error('it came back changed');
  }
  // Removed by somebody meanwhile: it is not to come back in the bucket.
  await unlink(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await bucket.remove(key);
  });
}

/** Demo pictures stay: they are painted again wherever they are missing. Nor what is only half written. */
async function listKeys(folder: string): Promise<string[]> {
  const keys = [];
  for (const kind of ['photos', 'avatars']) {
    const names = await readdir(join(folder, kind)).catch((): string[] => []);
    keys.push(...names.filter((name) => name.endsWith('.webp')).map((name) => `${kind}/${name}`));
  }
  return keys;
}

function getErrorReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
