import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config/media.ts';
import { AppError } from './http/app-error.ts';
import type { Storage } from './storage.ts';

/** Everything kept is a picture that this server encoded; what a name shows never changes. */
const CONTENT_TYPE = 'image/webp';
const CACHE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const DAY_S = 86_400;

/**
 * Files in a bucket. A call that failed for a reason that may pass is tried once more: all of them may be repeated.
 * One that fails for good is code 9 for whoever waits, with the reason in the log.
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
          : // Remembered for half of its time: a page that was opened with it can still show the picture.
            {
              url: await bucket.getPresignedUrl('GET', key, DAY_S),
              maxAgeSeconds: DAY_S / 2,
              isPublic: false,
            },
    },
  };
}

/** Not that a key is wrong or a bucket missing, which asking again does not mend. */
const isTransientError = (error: unknown): boolean =>
  !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429;

function throwServiceDown(error: Error): never {
  // Its own properties quote what the storage answered, and with it how the call was signed.
  const cause = new Error(`S3: ${error.message}${error.cause ? ` (${String(error.cause)})` : ''}`);
  throw new AppError('serviceDown', { message: 'media.away', retryAfter: 30 }, cause);
}
