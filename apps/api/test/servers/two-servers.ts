import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { type Jobs, startJobs } from '../../src/platform/jobs.ts';
import { EVENING_SCHEDULE, type TestContext } from '../support/builders.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';
import { ServerProcess } from './server-process.ts';

/** Two real processes on one database, as a town runs them; people and packs are made through the first. */
export interface TwoServers extends TestContext {
  a: ServerProcess;
  b: ServerProcess;
  /** Of the database. */
  url: string;
  /** Starts one more on the same database. */
  start(name: string): Promise<ServerProcess>;
  /** Work for whichever process takes it, as a cron time or another process would have it done. */
  enqueue(queue: string, times?: number): Promise<void>;
}

const SERVER_ENV = { DATABASE_POOL: '8', DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1', ENABLE_SANDBOX: '1' };

/** Both are started at once, on a database in which there is nothing yet. */
export function useTwoServers(): TwoServers {
  const context = {} as TwoServers;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { url, drop } = await createEmptyDatabase(inject('serverUrl'));
    cleanups.push(drop);
    const dataDir = await mkdtemp(join(tmpdir(), 'wopack-two-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const start = async (name: string) => {
      const server = await ServerProcess.start(join(dataDir, name), { ...SERVER_ENV, DATABASE_URL: url });
      cleanups.push(() => server.waitForExit('SIGTERM'));
      if (!server.url) throw new Error(server.output);
      return server;
    };
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const db = openDatabase(url, 6);
    cleanups.push(() => db.destroy());
    const client = (token: string | null = null) => context.a.client(token);
    let jobs: Jobs | undefined;
    const enqueue = async (queue: string, times = 1) => {
      if (!jobs) {
        jobs = await startJobs(url, () => {});
        cleanups.push(jobs.stop);
      }
      const startedJobs = jobs;
      await db.transaction().execute((trx) => startedJobs.enqueueAll(trx, queue, Array(times).fill({})));
    };
    Object.assign(context, { a, b, db, url, clock: systemClock, client, start, enqueue });
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });
  return context;
}

/** Open at any time of any day, so that a test may run at any time. */
export const ALL_DAY_SCHEDULE = Object.fromEntries(
  Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
);

/** `fetch` of somebody at another address, as a proxy passes it on. */
export const fetchFrom =
  (address: string): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', address);
    return fetch(input, { ...init, headers });
  };
