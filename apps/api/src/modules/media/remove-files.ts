import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/schema.ts';

const REMOVE_FILES_QUEUE = 'media.delete-files';

/**
 * Files are removed by a job, so that an unavailable storage neither loses a removal nor blocks the
 * request.
 */
export const mediaJobs = ({ jobs, storage }: Context): Promise<void> =>
  jobs.work<{ keys: string[] }>(REMOVE_FILES_QUEUE, async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });

/** Removes all sizes of an unreferenced photo once the transaction has committed. */
export function scheduleRemovePhoto(jobs: Context['jobs'], trx: Trx, { srcset }: StoredPhoto): Promise<void> {
  return scheduleRemoveFiles(
    jobs,
    trx,
    srcset.split(',').map((size) => size.trim().split(' ')[0]!),
  );
}

/** Removes files by path. Demo pictures are shared and stay. */
export async function scheduleRemoveFiles(
  jobs: Context['jobs'],
  trx: Trx,
  paths: readonly (string | null)[],
): Promise<void> {
  const keys = paths.flatMap((path) => /^\/media\/((photos|avatars)\/.+)$/.exec(path ?? '')?.[1] ?? []);
  if (keys.length) await jobs.enqueue(trx, REMOVE_FILES_QUEUE, { keys });
}
