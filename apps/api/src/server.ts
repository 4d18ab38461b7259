import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findDemo } from '../db/demo/find-demo.ts';
import { buildApp, startWork } from './app.ts';
import { exposedParts, readConfig } from './config/config.ts';
import { exposedWarning, greeting } from './greeting.ts';
import { chooseProvider } from './modules/payments/index.ts';
import { chooseMailer } from './platform/choose-mailer.ts';
import { chooseStorage } from './platform/choose-storage.ts';
import { systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import { DataDirInUse, startEmbedded } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { readFrom } from './platform/db/replicas.ts';
import { assertSecretKey, WrongSecretKey } from './platform/db/secret-key.queries.ts';
import { trackJobFailures } from './platform/job-failures.ts';
import { startJobs } from './platform/jobs.ts';
import { listenToDatabase } from './platform/live-events.ts';
import { openLog } from './platform/log.ts';
import { serveMetrics } from './platform/metrics/metrics.ts';
import { webPush } from './platform/push.ts';
import { openSecrets } from './platform/secrets.ts';
import { vapidKeys } from './platform/vapid-keys.ts';

const config = readConfig(process.env);
const closing: (() => Promise<unknown>)[] = [];
const leaving = new AbortController();

/** In the opposite order of opening; once. */
async function close(): Promise<void> {
  for (const step of closing.splice(0).reverse())
    await step().catch((error: unknown) => console.error(error));
}

async function start(): Promise<void> {
  const tracing =
    config.tracing && (await import('./platform/tracing/start.ts')).startTracing(config.tracing);
  if (tracing) closing.push(tracing.stop);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  if (embedded) closing.push(embedded.stop);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
  const url = config.databaseUrl ?? embedded!.url;
  const db = openDatabase(url, config.databasePool);
  closing.push(() => db.destroy());
  await migrate(db);
  const secrets = await openSecrets(config);
  await assertSecretKey(db, secrets);
  const reads = readFrom(db, config.replicas);
  closing.push(reads.stop);

  const log = openLog(config);
  const jobFailures = trackJobFailures(log);
  const onError = (error: Error) => {
    // At the end everything loses its connection: Ctrl+C reaches the embedded PostgreSQL too.
    if (closing.length) log.error({ err: error }, 'jobs cannot reach the database');
  };
  const jobs = await startJobs(url, onError, jobFailures);
  closing.push(jobs.stop);
  const live = listenToDatabase(url);
  closing.push(live.stop);
  await mkdir(config.mediaDir, { recursive: true });
  const mailer = await chooseMailer(config, systemClock.now);
  if (mailer.close) closing.push(mailer.close);
  const context: Context = {
    config,
    db,
    reads,
    clock: systemClock,
    jobs: tracing ? tracing.jobs(jobs) : jobs,
    jobFailures,
    log,
    mailer,
    storage: chooseStorage(config),
    live,
    push: webPush(await vapidKeys(config.dataDir, config.vapid.keys), config.vapid.subject),
    secrets,
  };
  const demo = config.seedDemo ? await import('../db/demo/index.ts') : null;
  const accounts = demo ? await demo.seedIfEmpty(db, systemClock.now(), config) : await findDemo(db, null);
  const gateways = {
    provider: await chooseProvider(config, db, systemClock),
    paintDemo: demo?.paintDemoFile ?? null,
    webDir: join(import.meta.dirname, '../../web/dist'),
    leaving: leaving.signal,
  };
  const app = await buildApp(context, gateways);
  await startWork(context, gateways);
  await app.listen({ port: config.port, host: config.host });
  // With PORT 0 the port is known only now.
  config.publicUrl = config.publicUrl.replace(/:0$/, `:${(app.server.address() as AddressInfo).port}`);
  closing.push(() => app.close());
  if (config.metricsPort !== null) {
    const metrics = await serveMetrics(app, context, { port: config.metricsPort, host: config.host });
    closing.push(metrics.close);
  }
  closing.push(async () => {
    leaving.abort();
    await wait(config.drainSeconds * 1000);
  });
  const exposed = exposedParts(config);
  if (exposed.length) app.log.warn(exposedWarning(exposed).trim());
  const { publicUrl, production } = config;
  process.stdout.write(greeting({ publicUrl, demo: accounts, production, exposed }));
}

start().catch(async (error: unknown) => {
  console.error(error instanceof DataDirInUse || error instanceof WrongSecretKey ? error.message : error);
  await close();
  process.exit(1);
});
