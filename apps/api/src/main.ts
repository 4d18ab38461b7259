import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findDemoAccounts } from '../db/demo/accounts.ts';
import { buildApp, listGauges, registerJobs } from './app.ts';
import { getConsoleAddress, listExposedSettings, loadConfig } from './config/config.ts';
import { countCalls, createPaymentProvider, keepQuiet } from './modules/payments/index.ts';
import type { Context } from './platform/context.ts';
import { type Db, openDatabase, openServerDatabases } from './platform/db/database.ts';
import { CLOCK_LIMIT_MS, CLOCK_WARNING_MS, createDatabaseClock } from './platform/db/database-clock.ts';
import { DataDirInUseError, startEmbedded } from './platform/db/embedded.ts';
import { DatabaseRoleError, type DatabaseUrls, prepareDatabase } from './platform/db/prepare-database.ts';
import { createReadRouter } from './platform/db/read-router.ts';
import { assertSecretKey, WrongSecretKeyError } from './platform/db/secret-key.queries.ts';
import { createStorage } from './platform/files/storage.ts';
import { startJobs, trackJobFailures } from './platform/jobs.ts';
import { createLiveEvents } from './platform/live-events.ts';
import { createMailer } from './platform/mail/mail.ts';
import { describeError, formatError } from './platform/observability/describe-error.ts';
import { createLog, type Log } from './platform/observability/log.ts';
import { serveMetrics } from './platform/observability/metrics.ts';
import { createWebPush, loadVapidKeys } from './platform/push.ts';
import { UnfinishedRestoreError, watchQuiet } from './platform/quiet.ts';
import { loadSecrets } from './platform/secrets.ts';
import { describeStartFailure } from './start-failures.ts';
import { formatExposureWarning, formatStartupBanner } from './startup-banner.ts';

const reservedPort = process.env.PORT === '0' ? await reservePort(process.env.HOST || '0.0.0.0') : null;
const env = { ...process.env, ...(reservedPort && { PORT: String(reservedPort.port) }) };
const config = loadConfig(env, { isServer: true });
const shutdownSteps: (() => Promise<unknown>)[] = [];
const shutdownController = new AbortController();

/** Runs the steps once, in reverse order. */
async function shutDown(): Promise<void> {
  for (const step of shutdownSteps.splice(0).reverse())
    await step().catch((error: unknown) => console.error(formatError(error)));
}

async function start(): Promise<void> {
  const tracing =
    config.tracing &&
    (await import('./platform/observability/tracing.ts')).startTracing(config.tracing, config);
  if (tracing) shutdownSteps.push(tracing.stop);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  if (embedded) shutdownSteps.push(embedded.stop);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void shutDown().then(() => process.exit(0)));
  }
  const urls: DatabaseUrls = embedded ?? { url: config.databaseUrl!, ownerUrl: config.databaseOwnerUrl };
  const { mayChangeSchema } = await prepareDatabase(urls);
  const { url } = urls;
  const log = createLog(config);
  const { db, jobsDb } = openServerDatabases(url, config.databasePool, (isAnswering) =>
    isAnswering ? log.warn('the database answers again') : log.error('the database does not answer'),
  );
  shutdownSteps.push(() => db.destroy());
  const secrets = await loadSecrets(config);
  await assertSecretKey(db, secrets);
  const readRouter = createReadRouter(db, config.replicas);
  shutdownSteps.push(readRouter.stop);

  if (mayChangeSchema)
    log.warn(
      'the database user of the server may change the schema and the past; see docs/operating.md, Database roles',
    );
  const jobFailures = trackJobFailures(log);
  endOnUnhandledError(log);
  const onError = (error: unknown) => {
    // Lost connections at shutdown are expected: Ctrl+C also reaches the embedded PostgreSQL.
    if (shutdownSteps.length) log.error({ err: error }, 'jobs cannot reach the database');
  };
  const quiet = await watchQuiet(db, log);
  shutdownSteps.push(quiet.stop);
  const jobs = await startJobs(url, onError, jobFailures, quiet);
  shutdownSteps.push(jobs.stop);
  const liveEvents = createLiveEvents(url);
  shutdownSteps.push(liveEvents.stop);
  await mkdir(config.mediaDir, { recursive: true });
  const clock = await createDatabaseClock(db, (differenceMs) => {
    const isRight = Math.abs(differenceMs) <= CLOCK_LIMIT_MS;
    jobs.setPaused(!isRight).catch(onError);
    if (Math.abs(differenceMs) <= CLOCK_WARNING_MS) return;
    const line = { clock_difference_seconds: differenceMs / 1000 };
    if (isRight) log.warn(line, 'the clock of this machine differs from that of the database');
    else
      log.error(
        line,
        'the clock of this machine is wrong: until it is set the process is not ready and runs no jobs',
      );
  });
  shutdownSteps.push(clock.stop);
  const mailer = await createMailer(config, clock.now);
  if (mailer.close) shutdownSteps.push(mailer.close);
  const context: Context = {
    config,
    db,
    readRouter,
    clock,
    jobs: tracing ? tracing.jobs(jobs) : jobs,
    jobFailures,
    log,
    mailer,
    storage: createStorage(config),
    liveEvents,
    push: createWebPush(await loadVapidKeys(config.dataDir, config.vapid.keys), config.vapid.subject),
    secrets,
    quiet,
  };
  const demo = config.seedDemo ? await import('../db/demo/seed.ts') : null;
  let isDemoNew = false;
  const onSeeded = () => {
    isDemoNew = true;
  };
  const { production } = config;
  const demoAccounts = demo
    ? await seedDemoAsOwner(urls, jobsDb, (ownerDb) =>
        demo.seedIfEmpty(ownerDb, clock.now(), {
          ...{ production, secrets, payoutWay: config.payoutWay },
          onSeeded,
        }),
      )
    : await findDemoAccounts(db, null);
  const { provider, calls: providerCalls } = countCalls(await createPaymentProvider(config, db, clock));
  const appOptions = {
    provider: keepQuiet(provider, async () => quiet.since() !== null),
    paintDemo: demo?.paintDemoFile ?? null,
    webDir: join(import.meta.dirname, '../../web/dist'),
    adminDir: join(import.meta.dirname, '../../admin/dist'),
    readiness: { shutdownSignal: shutdownController.signal, isClockRight: clock.isRight },
  };
  const app = await buildApp(context, appOptions);
  await registerJobs({ ...context, db: jobsDb }, appOptions);
  if (isDemoNew) {
    await demo?.insertFailedDemoJob(context);
    await demo?.judgeDemoAnswers(context);
    if (config.payoutWay === 'stripe_connect') await demo?.transferDemoEarnings(context);
  }
  await reservedPort?.release();
  await app.listen({ port: config.port, host: config.host });
  shutdownSteps.push(() => app.close());
  if (config.metricsPort !== null) {
    const metrics = await serveMetrics(
      app,
      { ...context, providerCalls },
      {
        port: config.metricsPort,
        host: config.host,
        getClockDifferenceMs: clock.getDifferenceMs,
        gauges: listGauges(context),
      },
    );
    shutdownSteps.push(metrics.close);
  }
  shutdownSteps.push(async () => {
    shutdownController.abort();
    await wait(config.drainSeconds * 1000);
  });
  const exposedSettings = listExposedSettings(config);
  if (exposedSettings.length) app.log.warn(formatExposureWarning(exposedSettings).trim());
  const { publicUrl } = config;
  const consoleAddress = getConsoleAddress(config);
  process.stdout.write(
    formatStartupBanner({
      publicUrl,
      consoleAddress,
      demoAccounts,
      production,
      exposedSettings,
      isQuiet: quiet.since() !== null,
    }),
  );
}

/** The demo is made with temporary tables, which the application's role may not make, by statements that may take long. */
async function seedDemoAsOwner<T>(
  { ownerUrl }: DatabaseUrls,
  jobsDb: Db,
  seed: (ownerDb: Db) => Promise<T>,
): Promise<T> {
  if (ownerUrl === null)
    return seed(jobsDb).catch((error: { code?: string }) => {
      throw error.code === '42501'
        ? new DatabaseRoleError(
            'The demo is made by the owner of the database: set DATABASE_OWNER_URL for this start, or SEED_DEMO=0.',
          )
        : error;
    });
  const ownerDb = openDatabase(ownerUrl, 2);
  try {
    return await seed(ownerDb);
  } finally {
    await ownerDb.destroy();
  }
}

/**
 * PORT 0 selects a free port and reserves it until the server listens: the configuration that names it is frozen
 * before.
 */
async function reservePort(host: string): Promise<{ port: number; release(): Promise<void> }> {
  const holder = createServer((socket) => socket.destroy()).listen(0, host);
  await once(holder, 'listening');
  return {
    port: (holder.address() as AddressInfo).port,
    async release() {
      holder.close();
      await once(holder, 'close');
    },
  };
}

/** What nobody handled leaves the process in an unknown state: it ends, and whatever runs it starts it again. */
function endOnUnhandledError(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'ends because of an error that nothing handled');
    setTimeout(() => process.exit(1), UNHANDLED_ERROR_GRACE_MS).unref();
    void shutDown().finally(() => process.exit(1));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}

const UNHANDLED_ERROR_GRACE_MS = 10_000;
const EXPECTED_ERRORS = [DatabaseRoleError, DataDirInUseError, UnfinishedRestoreError, WrongSecretKeyError];

start().catch(async (error: unknown) => {
  const isExpected = EXPECTED_ERRORS.some((type) => error instanceof type);
  const { message, stack } = describeError(error);
  console.error(isExpected ? message : (describeStartFailure(error, config) ?? stack ?? formatError(error)));
  await shutDown();
  process.exit(1);
});
