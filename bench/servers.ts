import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
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

/** Waits until no job is due. */
export async function waitUntilIdle(db: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM pgboss.job WHERE state < 'completed' AND start_after < now()",
    );
    if (rows[0]!.waiting === 0) return;
    await wait(200);
  }
}

export interface LoadResult {
  /** Requests a second, mean over the run. */
  rate: number;
  /** Milliseconds. */
  p97Ms: number;
  errors: number;
  /** Requests answered, those of the warm-up too. */
  count: number;
}

/**
 * Loads an address over 16 connections for some seconds, after a warm-up that does not count. With `buildPath` each
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
  const warmUp = await autocannon({ ...options, duration: 2 });
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, duration: seconds });
  return {
    rate: requests.average,
    p97Ms: latency.p97_5,
    errors: errors + non2xx,
    count: warmUp.requests.total + requests.total,
  };
}

/** Milliseconds; Linux counts CPU time in hundredths of a second. */
const CLOCK_TICK_MS = 10;

/** CPU milliseconds of a process and of its children, ended ones included, as Linux counts them. */
export async function readCpuMs(pid: number): Promise<number> {
  const readTicks = async (processId: number | string, includeEnded: boolean) => {
    const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
    // The second field, the name in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return user + system + (includeEnded ? endedUser + endedSystem : 0);
  };
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const ticks = await Promise.all([
    readTicks(pid, true),
    ...children
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((child) => readTicks(child, false)),
  ]);
  return ticks.reduce((sum, count) => sum + count, 0) * CLOCK_TICK_MS;
}

/** Process id of the PostgreSQL that runs on a data directory. */
export const readPostgresPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const CONNECTIONS = 16;

/**
 * Runs the list under load for some minutes and prints the server's memory at the start, each minute and at the end.
 */
export async function benchMemory(
  { url, pid }: { url: string; pid: number },
  list: string,
  headers: Record<string, string>,
  minutes: number,
): Promise<void> {
  const startMb = await getResidentMegabytes(pid);
  process.stdout.write(`resident: ${startMb.toFixed(0)} MB at the start\n`);
  const samples: number[] = [];
  let servedCount = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, errors, non2xx } = await autocannon({
      url: url + list,
      headers,
      connections: CONNECTIONS,
      duration: 60,
    });
    servedCount += requests.total;
    const residentMb = await getResidentMegabytes(pid);
    samples.push(residentMb);
    process.stdout.write(
      `minute ${String(minute).padStart(2)}: ${residentMb.toFixed(0)} MB, ${requests.average.toFixed(0)} req/s, ${errors + non2xx} errors\n`,
    );
  }
  const endMb = samples.at(-1) ?? startMb;
  const firstHalf = samples.slice(0, Math.ceil(samples.length / 2));
  const growth = endMb - Math.max(...firstHalf);
  process.stdout.write(
    `${servedCount} lists in ${minutes} min: ${endMb.toFixed(0)} MB at the end (limit 300), highest ${(await getPeakMegabytes(pid)).toFixed(0)} MB, ` +
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB against the highest of the first half\n`,
  );
}

/** Peak resident memory of a process (VmHWM of /proc). */
async function getPeakMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmHWM');
}

/** Resident memory of a process (VmRSS of /proc). */
export async function getResidentMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmRSS');
}

async function readStatusMegabytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
