/** Source: docs/specification.md, Pages. */
const LONGEST_MS = 120_000;

/** The code of a page or of a part of it; given up after 120 seconds, so that the person is told. */
export async function inTime<T>(chunk: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The page took too long to load')), LONGEST_MS);
  return Promise.race([chunk, tooLong]).finally(() => clearTimeout(timer));
}
