import autocannon from 'autocannon';

export interface Figures {
  /** Answers a second, mean over the run. */
  rate: number;
  /** Milliseconds. */
  p95: number;
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
  pathOf?: () => string,
): Promise<Figures> {
  const load = {
    ...{ url, headers, connections: 16 },
    ...(pathOf && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: pathOf() }) }],
    }),
  };
  await autocannon({ ...load, duration: 2 });
  const { requests, latency, errors, non2xx } = await autocannon({ ...load, duration: seconds });
  return { rate: requests.average, p95: latency.p97_5, errors: errors + non2xx };
}

/** Middle one of several figures. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
