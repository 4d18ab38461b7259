/** Source: docs/specification.md, Pages. */
const CHUNK_TIMEOUT_MS = 120_000;

/** Loads a lazy chunk and rejects after 120 seconds, so that the user sees an error. */
export async function withTimeout<T>(chunk: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The page took too long to load')), CHUNK_TIMEOUT_MS);
  return Promise.race([chunk, timeout]).finally(() => clearTimeout(timer));
}
