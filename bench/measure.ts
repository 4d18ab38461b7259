import autocannon from 'autocannon';

export interface LoadResult {
  /** Answers a second, mean over the run. */
  rate: number;
  /** Milliseconds. */
  p97Ms: number;
  errors: number;
}

/**
 * Loads an address with many connections for some seconds, after a warm-up that does not count. With `pathOf` each
 * request has a path of its own.
 */
export async function measure(
  url: string,
  headers: Record<string, string> = {},
  seconds = 6,
  buildPath?: () => string,
): Promise<LoadResult> {
  const options = {
    ...{ url, headers, connections: 16 },
    ...(buildPath && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: buildPath() }) }],
    }),
  };
  await autocannon({ ...options, duration: 2 });
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, duration: seconds });
  return { rate: requests.average, p97Ms: latency.p97_5, errors: errors + non2xx };
}

/** Middle one of several figures. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
