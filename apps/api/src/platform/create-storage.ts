import type { Config } from '../config/config.ts';
import { createS3Storage } from './s3-storage.ts';
import { createFolderStorage, type Storage } from './storage.ts';

/** A bucket where one is configured, else the folder. */
export function createStorage({ s3, mediaDir }: Pick<Config, 's3' | 'mediaDir'>): Storage {
  const folder = createFolderStorage(mediaDir);
  if (!s3) return folder;
  const bucket = createS3Storage(s3);
  return {
    ...bucket,
    get: async (key) => (await folder.get(key)) ?? bucket.get(key),
    // Folder first: a file that is being moved to the bucket is then removed from both.
    remove: async (key) => {
      await folder.remove(key);
      await bucket.remove(key);
    },
  };
}
