import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import wopack from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const memoryFlags = wopack.scripts.start.split(' ').filter((word) => word.startsWith('--max-'));

/** Starts a script as a process of its own, with the memory that `npm start` gives, and waits until its address answers. */
export async function startServer(script: string, port: number, env: Record<string, string>, path: string) {
  const url = `http://127.0.0.1:${port}`;
  const isTaken = await fetch(url + path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`Something else answers at ${url}: it would be measured instead.`);
  const child: ChildProcess = spawn(process.execPath, [...memoryFlags, join(root, script)], {
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const isReady = await fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null) throw new Error(`${script} ended`);
    await wait(100);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url, stop, pid: child.pid! };
}

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
