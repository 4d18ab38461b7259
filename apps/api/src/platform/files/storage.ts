import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { S3mini, S3ServiceError } from 's3mini';
import type { Config } from '../../config/config.ts';
import type { S3Config } from '../../config/outside-services.ts';
import { AppError } from '../http/app-error.ts';

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

/** A photo in the storage, in several sizes. */
export interface StoredPhoto {
  path: string;
  srcset: string;
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

/** All files are pictures encoded by this server; the content of a key never changes. */
const CONTENT_TYPE = 'image/webp';
const CACHE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const DAY_S = 86_400;

/**
 * Files in an S3 bucket. Transient failures are retried once, which is safe because all operations are
 * idempotent. A permanent failure becomes code 9 for the caller, with the cause in the log.
 */
export function createS3Storage({ url, publicUrl, timeoutMs, ...account }: S3Config): Storage {
  const bucket = new S3mini({ ...account, endpoint: url, requestAbortTimeout: timeoutMs });
  const retryPolicy = retry(handleWhen(isTransientError), {
    maxAttempts: 1,
    backoff: new ExponentialBackoff({ initialDelay: 100 }),
  });
  const withRetry = <T>(call: () => Promise<T>): Promise<T> =>
    retryPolicy.execute(call).catch(throwServiceDown);
  return {
    put: (key, content) =>
      withRetry(
        async () => void (await bucket.putObject(key, content, CONTENT_TYPE, undefined, CACHE_HEADERS)),
      ),
    get: (key) =>
      withRetry(async () => {
        const content = await bucket.getObjectArrayBuffer(key);
        return content && Buffer.from(content);
      }),
    remove: (key) => withRetry(async () => void (await bucket.deleteObject(key))),
    external: {
      getUrl: async (key) =>
        publicUrl
          ? { url: `${publicUrl}/${key}`, maxAgeSeconds: DAY_S, isPublic: true }
          : // Cached for half of its lifetime, so that a page opened with a cached redirect can still load the picture.
            {
              url: await bucket.getPresignedUrl('GET', key, DAY_S),
              maxAgeSeconds: DAY_S / 2,
              isPublic: false,
            },
    },
  };
}

/** Excludes wrong keys and missing buckets, which a retry does not fix. */
const isTransientError = (error: unknown): boolean =>
  !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429;

function throwServiceDown(error: Error): never {
  // The error's own properties quote the response, which has the signature of the request.
  const cause = new Error(`S3: ${error.message}${error.cause ? ` (${String(error.cause)})` : ''}`);
  throw new AppError('serviceDown', { message: 'media.unavailable', retryAfter: 30 }, cause);
}

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
