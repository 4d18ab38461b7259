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
  p975Ms: number;
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
    url,
    headers,
    connections: 16,
    ...(buildPath && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: buildPath() }) }],
    }),
  };
  const warmUp = await autocannon({ ...options, duration: 2 });
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, duration: seconds });
  return {
    rate: requests.average,
    p975Ms: latency.p97_5,
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

export const CONNECTIONS = 16;

/** Resident memory of a process (VmRSS of /proc). */
export async function getResidentMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmRSS');
}

async function readStatusMegabytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}

/** Peak resident memory of a process (VmHWM of /proc). */
export async function getPeakMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmHWM');
}

/** Resident megabytes of a process; 0 when it has ended. */
async function readResidentMegabytes(pid: number | string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The server and its child processes. */
export async function readFamilyMegabytes(pid: number): Promise<{ server: number; children: number }> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = await Promise.all(list.split(' ').filter(Boolean).map(readResidentMegabytes));
  return {
    server: await readResidentMegabytes(pid),
    children: children.reduce((sum, megabytes) => sum + megabytes, 0),
  };
}

/** Registers users and returns their tokens. */
export async function registerUsers(url: string, count: number, name: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const reply = await fetch(`${url}/api/v1/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Marta',
        email: `${name}${i}@wopack.example`,
        password: 'sobras1',
        device_name: 'bench',
        is_owner: false,
        is_partner: false,
        check_terms: true,
      }),
    });
    tokens.push(((await reply.json()) as { token: string }).token);
  }
  return tokens;
}
