import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@wopack/contract/client';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Clock } from '../../src/platform/context.ts';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { type Jobs, startJobs } from '../../src/platform/jobs.ts';
import type { Queue, Queues } from '../../src/platform/queues.ts';
import { EVENING_SCHEDULE, type TestContext } from '../support/builders.ts';
import { createEmptyDatabase, TEST_SECRET_KEY } from '../support/test-databases.ts';

const SERVER_SCRIPT = join(import.meta.dirname, '../../src/start.ts');

/** Starts a real server process with its embedded PostgreSQL. */
export class ServerProcess {
  readonly dataDir: string;
  /** Everything that it has printed. */
  output = '';
  url = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<number | null>;

  private constructor(dataDir: string, env: NodeJS.ProcessEnv) {
    this.dataDir = dataDir;
    this.child = spawn(process.execPath, [SERVER_SCRIPT], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        PORT: '0',
        HOST: '127.0.0.1',
        SEED_DEMO: '0',
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: 'error',
        OVERLOADED_AFTER_MS: '0',
        OPERATOR_ADDRESS: 'Rua da Prata 1, Lisboa',
        OPERATOR_VAT_NUMBER: 'PT501442600',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  /** Resolves when the server listens or has ended. */
  static async start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = new ServerProcess(dataDir, env);
    const opened = new Promise<void>((resolve) => {
      server.child.stdout!.on('data', () => {
        const match = /WoPack is open: (\S+)/.exec(server.output);
        if (!match) return;
        server.url = match[1]!;
        resolve();
      });
    });
    await Promise.race([opened, server.exited]);
    return server;
  }

  client(token: string | null = null, fetch?: typeof globalThis.fetch): Client {
    return createClient({ host: this.url, token: () => token, language: () => 'en', fetch });
  }

  /** Resolves to the exit code when the process has ended; null when it was killed. */
  async waitForExit(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal && this.child.exitCode === null) this.child.kill(signal);
    return this.exited;
  }

  /** Process id and port of its PostgreSQL; null when none runs. */
  async getPostgres(): Promise<{ pid: number; port: number } | null> {
    const text = await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    const [pid, , , port] = text.split('\n').map(Number);
    return pid ? { pid, port: port! } : null;
  }

  async getDatabaseUrl(): Promise<string> {
    const password = (await readFile(join(this.dataDir, 'postgres-password'), 'utf8')).trim();
    return `postgresql://postgres:${password}@127.0.0.1:${(await this.getPostgres())!.port}/wopack`;
  }
}

/** A port that is free at this moment. */
export async function reservePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a process is alive; a zombie is not. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (state !== null) return !/^\d+ \(.*\) Z/.test(state);
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Repeats a call until its result is truthy; on a slow machine that takes a while. */
export async function waitUntil<T>(check: () => Promise<T | null | false>, seconds = 180): Promise<T> {
  for (const waitForExit = Date.now() + seconds * 1000; Date.now() < waitForExit; await wait(100)) {
    const result = await check();
    if (result !== null && result !== false) return result;
  }
  throw new Error(`not within ${seconds} s: ${check}`);
}

/** Of no lock of the server. */
const GATE_LOCK_KEY = 20260001;

/** Kills server processes within a transaction: at the n-th pass of a trigger they wait for a lock that the test has. */
export async function createGate(db: Db, databaseUrl: string) {
  const lockClient = new pg.Client(databaseUrl);
  await lockClient.connect();
  await sql`create sequence passes`.execute(db);
  await sql`create function wait_at_the_gate() returns trigger language plpgsql as $$ begin
      if nextval('passes') = tg_argv[0]::int then perform pg_advisory_xact_lock(${sql.lit(GATE_LOCK_KEY)}); end if;
      return new;
    end $$`.execute(db);
  return {
    /** `event`: as in 'before insert on payouts'; with ' deferred' at its end while the transaction is being committed. */
    async killAt(event: string, passNumber: number, start: () => Promise<ServerProcess>): Promise<void> {
      const [trigger, deferred] = event.split(' deferred');
      await sql`select setval('passes', 1, false)`.execute(db);
      await sql
        .raw(
          deferred === undefined
            ? `create trigger gate ${trigger} for each row execute function wait_at_the_gate(${passNumber})`
            : `create constraint trigger gate ${trigger} deferrable initially deferred
            for each row execute function wait_at_the_gate(${passNumber})`,
        )
        .execute(db);
      await lockClient.query('select pg_advisory_lock($1)', [GATE_LOCK_KEY]);
      const server = await start();
      const waitingPid = await waitUntil(async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_locks
          where locktype = 'advisory' and objid = ${GATE_LOCK_KEY} and not granted`.execute(db);
        return rows[0]?.pid ?? null;
      });
      await server.waitForExit('SIGKILL');
      await lockClient.query('select pg_advisory_unlock($1)', [GATE_LOCK_KEY]);
      // The connection of the killed process fails at its next statement, and its transaction is rolled back.
      await waitUntil(async () => {
        const { rows } = await sql`select from pg_stat_activity where pid = ${waitingPid}`.execute(db);
        return rows.length === 0;
      });
      await sql.raw(`drop trigger gate on ${trigger!.split(' on ')[1]}`).execute(db);
    },
    close: () => lockClient.end(),
  };
}

/** Of this machine, as of the servers and their database. */
export const systemClock: Clock = { now: () => new Date() };

/** Lets a database tell a time that begins at an instant, which server processes take from it. */
export const startDatabaseTimeAt = (ownerDb: Db, at: number) =>
  sql`create or replace function database_time() returns timestamptz language sql volatile as
    ${sql.lit(`select clock_timestamp() + interval '${at - Date.now()} milliseconds'`)}`.execute(ownerDb);

/** Environment of a server process whose machine has a clock that begins at an instant. */
export const startClockAt = (at: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.ts')}`,
  CLOCK_SHIFT_MS: String(at - Date.now()),
});

/** Two server processes on one database; test data is created through the first. */
export interface TwoServers extends TestContext {
  a: ServerProcess;
  b: ServerProcess;
  /** URL of the database. */
  url: string;
  /** Starts another process on the same database. */
  start(name: string, env?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** Enqueues jobs for either process, as a schedule would. */
  enqueue<Q extends Queue>(
    queue: Q,
    times?: number,
    job?: { data?: Queues[Q]; startAfter?: Date },
  ): Promise<void>;
}

const SERVER_ENV = { DATABASE_POOL: '8', DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1', ENABLE_SANDBOX: '1' };

/** Starts both processes concurrently on an empty database. */
export function useTwoServers(): TwoServers {
  const context = {} as TwoServers;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { url, ownerUrl, drop } = await createEmptyDatabase(inject('serverUrl'));
    cleanups.push(drop);
    const dataDir = await mkdtemp(join(tmpdir(), 'wopack-two-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const start: TwoServers['start'] = async (name, env = {}) => {
      const server = await ServerProcess.start(join(dataDir, name), {
        ...SERVER_ENV,
        ...env,
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
      });
      cleanups.push(() => server.waitForExit('SIGTERM'));
      if (!server.url) throw new Error(server.output);
      return server;
    };
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const db = openDatabase(url, 6);
    cleanups.push(() => db.destroy());
    const client = (token: string | null = null) => context.a.client(token);
    let jobs: Jobs | undefined;
    const enqueue: TwoServers['enqueue'] = async (queue, times = 1, { data = {}, startAfter } = {}) => {
      if (!jobs) {
        jobs = await startJobs(url, () => {});
        cleanups.push(jobs.stop);
      }
      const startedJobs = jobs;
      await db
        .transaction()
        .execute((trx) => startedJobs.enqueueAll(trx, queue, Array(times).fill({ data, startAfter })));
    };
    Object.assign(context, { a, b, db, url, clock: systemClock, client, start, enqueue });
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });
  return context;
}

/** A schedule that is open at any time, so that the test does not depend on the time of day. */
export const ALL_DAY_SCHEDULE = Object.fromEntries(
  Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
);

/** `fetch` from another client address, as a proxy forwards it. */
export const fetchFrom =
  (address: string): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', address);
    return fetch(input, { ...init, headers });
  };
