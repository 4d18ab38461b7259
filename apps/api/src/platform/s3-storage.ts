import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config/media.ts';
import { AppError } from './http/app-error.ts';
import type { Storage } from './storage.ts';

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
