import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { buildApp, registerJobs } from '../../src/app.ts';
import { type Config, parseConfig } from '../../src/config/config.ts';
import { createPaymentProvider, type PaymentProvider } from '../../src/modules/payments/index.ts';
import type { Clock, Context } from '../../src/platform/context.ts';
import { type Db, openDatabase, openServerDatabases } from '../../src/platform/db/database.ts';
import { createReadRouter } from '../../src/platform/db/read-router.ts';
import { createStorage } from '../../src/platform/files/storage.ts';
import { type JobFailures, type Jobs, RETRY_POLICY, trackJobFailures } from '../../src/platform/jobs.ts';
import { createLiveEvents } from '../../src/platform/live-events.ts';
import type { Mail, Mailer } from '../../src/platform/mail/mail.ts';
import { createLogFormat } from '../../src/platform/observability/log.ts';
import type { Push, PushMessage, Subscription } from '../../src/platform/push.ts';
import { notQuiet } from '../../src/platform/quiet.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { TEST_SECRET_KEY } from './test-databases.ts';

/** A server with its own database, a clock that the test sets, and mails that it can read. */
export interface TestApp {
  app: FastifyInstance;
  /** Tests may change the configuration. */
  context: Context & { config: Config };
  db: Db;
  /** URL of the database by the application's role, as `db` uses it. */
  databaseUrl: string;
  /** The database by the role that owns its schema: for what the application may not do. */
  ownerDb: Db;
  ownerUrl: string;
  jobs: TestJobs;
  clock: { now(): Date; set(iso: string): void; advance(ms: number): void };
  mails: Mail[];
  /** Log lines without those of requests. */
  logs: Record<string, unknown>[];
  pushes: { subscription: Subscription; message: PushMessage; ttl: number }[];
  /** Its methods may be replaced by a test: `provider.retrieve = …`. */
  provider: PaymentProvider;
  client(token?: string | null, language?: Language): Client;
}

/** A Friday noon in Lisbon, before the pickup window of the evening. */
export const FRIDAY_NOON = '2026-11-20T12:00:00.000Z';

interface StartOptions {
  /** Creates a migrated database, which the test drops. */
  database: { url: string; ownerUrl: string; drop: () => Promise<void> };
  /** URL by which the app, but not its jobs, connects to the database. */
  appDatabaseUrl?: string;
  /** Further environment variables. */
  env?: NodeJS.ProcessEnv;
  createProvider?: typeof createPaymentProvider;
  /** Folder of the built web app. */
  webDir?: string | null;
}

/** Independent of the test runner, because servers of journeys use it too. */
export async function startTestApp({
  database,
  appDatabaseUrl = database.url,
  env = {},
  createProvider = createPaymentProvider,
  webDir = null,
}: StartOptions): Promise<TestApp & { close: () => Promise<void> }> {
  const { url: databaseUrl, ownerUrl, drop } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-api-'));
  const { db, jobsDb } = openServerDatabases(appDatabaseUrl, 18);
  const ownerDb = openDatabase(ownerUrl, 2);
  let now = new Date(FRIDAY_NOON);
  const clock = {
    now: () => now,
    set: (iso: string) => {
      now = new Date(iso);
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
  const logs: TestApp['logs'] = [];
  const log = pino(createLogFormat(), { write: (line: string) => void logs.push(JSON.parse(line)) });
  const jobFailures = trackJobFailures(log);
  const jobs = await createTestJobs(db, databaseUrl, clock, jobFailures);
  const mails: Mail[] = [];
  const frozenConfig = parseConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SEED_DEMO: '0',
    TRUST_PAGE: '1',
    SECRET_KEY: TEST_SECRET_KEY,
    OVERLOADED_AFTER_MS: '0',
    ...env,
  });
  const config: Config = structuredClone(frozenConfig);
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
  const pushes: TestApp['pushes'] = [];
  const push: Push = {
    publicKey: 'BNone',
    send: async (subscription, message, ttl) => {
      pushes.push({ subscription, message, ttl });
      return 'sent';
    },
  };
  const liveEvents = createLiveEvents(databaseUrl);
  const storage = createStorage(config);
  const readRouter = createReadRouter(db, config.replicas);
  const context: TestApp['context'] = {
    config,
    db,
    readRouter,
    clock,
    jobs,
    jobFailures,
    log,
    mailer,
    storage,
    liveEvents,
    push,
    secrets: createSecrets(config.secretKey!),
    quiet: notQuiet,
  };
  const provider = await createProvider(config, db, clock);
  const appOptions = { provider, paintDemo: null, webDir };
  const app = await buildApp(context, appOptions);
  await registerJobs(
    // A test may put another mailer in the context.
    { ...context, db: jobsDb, mailer: { send: (mail) => context.mailer.send(mail) } },
    appOptions,
  );
  await app.ready();
  const client = (token: string | null = null, language: Language = 'en') =>
    createClient({ host: '', token: () => token, language: () => language, fetch: createInjectFetch(app) });
  const close = async () => {
    await app.close();
    await liveEvents.stop();
    await readRouter.stop();
    await jobs.stop();
    await db.destroy();
    await ownerDb.destroy();
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    app,
    context,
    db,
    ownerDb,
    databaseUrl,
    ownerUrl,
    jobs,
    clock,
    logs,
    mails,
    pushes,
    provider,
    client,
    close,
  };
}

/** `fetch` without a socket. */
function createInjectFetch(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const request = new Request(new URL(String(input), 'http://wopack.test'), init);
    const response = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: String(input),
      headers: Object.fromEntries(request.headers),
      payload: request.body ? Buffer.from(await request.arrayBuffer()) : undefined,
    });
    return new Response(response.rawPayload.length ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    });
  };
}

export interface TestJobs extends Jobs {
  /**
   * Runs due jobs by the test's clock until none is due, after it has scheduled the expiry of holds. A job that throws
   * is due again a minute later; that is an error unless the test expects it.
   */
  runDue(options?: { mayFail?: boolean }): Promise<void>;
  /** Runs the scheduled handler of a queue once. */
  runScheduled(queue: string): Promise<void>;
}

/** The queues of pg-boss, processed when the test requests it and by the test's clock. */
export async function createTestJobs(
  db: Db,
  url: string,
  clock: Clock,
  jobFailures: JobFailures,
): Promise<TestJobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on('error', () => {});
  await boss.start();
  const handlers = new Map<string, (data: never) => Promise<void>>();

  /**
   * In the order in which they were enqueued: an UPDATE returns its rows in any order. Without those that pg-boss enqueues for
   * itself in a server process on the same database.
   */
  async function takeDueJobs() {
    const { rows } = await sql<{ id: string; name: string; data: never; retryCount: number }>`
      WITH due AS (
        UPDATE pgboss.job SET state = 'completed'
        WHERE state < 'active' AND start_after <= ${clock.now()} AND NOT starts_with(name, '__pgboss__')
        RETURNING id, name, data, retry_count AS "retryCount", created_on)
      SELECT id, name, data, "retryCount" FROM due ORDER BY created_on`.execute(db);
    return rows;
  }

  const work = async (queue: string, handler: (data: never) => Promise<void>) => {
    await boss.createQueue(queue);
    jobFailures.declare(queue);
    handlers.set(queue, handler);
  };

  return {
    work,
    workBatches: (queue, handler) => work(queue, (data) => handler([data])),
    schedule: (_cron, queue, handler) => work(queue, handler),
    async enqueue(executor, queue, data, options = {}) {
      const { startAfter = clock.now() } = options;
      await boss.send(queue, data, { startAfter, db: fromKysely(executor) });
    },
    async enqueueAll(trx, queue, jobs) {
      await boss.insert(
        queue,
        jobs.map((job) => ({ startAfter: clock.now(), ...job })),
        { db: fromKysely(trx) },
      );
    },
    async runDue({ mayFail = false } = {}) {
      const errors: unknown[] = [];
      await handlers.get('checkout.schedule-expiries')?.(undefined as never);
      for (let due = await takeDueJobs(); due.length > 0; due = await takeDueJobs()) {
        for (const { id, name, data, retryCount } of due) {
          try {
            await handlers.get(name)!(data);
          } catch (error) {
            errors.push(error);
            const { retryLimit } = RETRY_POLICY;
            jobFailures.record({ queue: name, jobId: id, error, retryCount, retryLimit });
            const retryAt = new Date(clock.now().getTime() + 60_000);
            await sql`UPDATE pgboss.job SET state = 'retry', start_after = ${retryAt}, retry_count = retry_count + 1
              WHERE id = ${id}`.execute(db);
          }
        }
      }
      if (errors.length > 0 && !mayFail) throw new AggregateError(errors, 'jobs failed');
    },
    runScheduled: (queue) => handlers.get(queue)!(undefined as never),
    stop: () => boss.stop({ graceful: false }),
  };
}
