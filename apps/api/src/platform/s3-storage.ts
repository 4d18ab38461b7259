import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config/media.ts';
import { AppError } from './http/error.ts';
import type { Storage } from './storage.ts';

/** Everything kept is a picture that this server encoded; what a name shows never changes. */
const TYPE = 'image/webp';
const HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const DAY_S = 86_400;

/**
 * Files in a bucket. A call that failed for a reason that may pass is tried once more: all of them may be repeated.
 * One that fails for good is code 9 for whoever waits, with the reason in the log.
 */
export function s3Storage({ url, publicUrl, timeoutMs, ...account }: S3Config): Storage {
  const bucket = new S3mini({ ...account, endpoint: url, requestAbortTimeout: timeoutMs });
  const patience = retry(handleWhen(mayPass), {
    maxAttempts: 1,
    backoff: new ExponentialBackoff({ initialDelay: 100 }),
  });
  const ask = <T>(call: () => Promise<T>): Promise<T> => patience.execute(call).catch(refuse);
  return {
    put: (key, content) =>
      ask(async () => void (await bucket.putObject(key, content, TYPE, undefined, HEADERS))),
    get: (key) =>
      ask(async () => {
        const content = await bucket.getObjectArrayBuffer(key);
        return content && Buffer.from(content);
      }),
    remove: (key) => ask(async () => void (await bucket.deleteObject(key))),
    elsewhere: {
      addressOf: async (key) =>
        publicUrl
          ? { url: `${publicUrl}/${key}`, keep: DAY_S, shared: true }
          : // Remembered for half of its time: a page that was opened with it can still show the picture.
            { url: await bucket.getPresignedUrl('GET', key, DAY_S), keep: DAY_S / 2, shared: false },
    },
  };
}

/** Not that a key is wrong or a bucket missing, which asking again does not mend. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429;

function refuse(error: Error): never {
  // Its own properties quote what the storage answered, and with it how the call was signed.
  const cause = new Error(`S3: ${error.message}${error.cause ? ` (${String(error.cause)})` : ''}`);
  throw new AppError('serviceDown', { message: 'media.away', retryAfter: 30 }, cause);
}
