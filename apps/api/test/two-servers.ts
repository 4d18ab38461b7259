import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { type Jobs, startJobs } from '../src/platform/jobs.ts';
import { type Builder, evenings } from './builders.ts';
import { emptyDatabase } from './databases.ts';
import { ServerProcess } from './server-process.ts';

/** Two real processes on one database, as a town runs them; people and packs are made through the first. */
export interface TwoServers extends Builder {
  a: ServerProcess;
  b: ServerProcess;
  /** Of the database. */
  url: string;
  /** Starts one more on the same database. */
  start(name: string): Promise<ServerProcess>;
  /** Work for whichever process takes it, as a cron time or another process would have it done. */
  enqueue(queue: string, times?: number): Promise<void>;
}

const TOLD = { DATABASE_POOL: '8', DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1', ENABLE_SANDBOX: '1' };

/** Both are started at once, on a database in which there is nothing yet. */
export function useTwoServers(): TwoServers {
  const test = {} as TwoServers;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { url, drop } = await emptyDatabase(inject('serverUrl'));
    closing.push(drop);
    const folder = await mkdtemp(join(tmpdir(), 'wopack-two-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const start = async (name: string) => {
      const server = await ServerProcess.start(join(folder, name), { ...TOLD, DATABASE_URL: url });
      closing.push(() => server.end('SIGTERM'));
      if (!server.url) throw new Error(server.output);
      return server;
    };
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const db = openDatabase(url, 6);
    closing.push(() => db.destroy());
    const client = (token: string | null = null) => test.a.call(token);
    let jobs: Jobs | undefined;
    const enqueue = async (queue: string, times = 1) => {
      if (!jobs) {
        jobs = await startJobs(url, () => {});
        closing.push(jobs.stop);
      }
      const work = jobs;
      await db.transaction().execute((trx) => work.enqueueAll(trx, queue, Array(times).fill({})));
    };
    Object.assign(test, { a, b, db, url, clock: systemClock, client, start, enqueue });
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return test;
}

/** Open at any time of any day, so that a test may run at any time. */
export const always = Object.fromEntries(
  Object.keys(evenings).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
);

/** `fetch` of somebody at another address, as a proxy passes it on. */
export const from =
  (address: string): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', address);
    return fetch(input, { ...init, headers });
  };
