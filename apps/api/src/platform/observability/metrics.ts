import { securityEventKinds } from '@wopack/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import fastifyMetrics from 'fastify-metrics';
import type { Context } from '../context.ts';
import {
  countConnections,
  countOpenRefunds,
  countSecurityEvents,
  countUndeliveredMails,
  findLastBackup,
  getMarketMetrics,
  listLastReconciliations,
  listQueueMetrics,
  listStandbys,
} from './metrics.queries.ts';

/** Seconds. Targets: 0.03 for a list, 2 for a payment with its provider. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const toSeconds = (instant: Date | null): number => (instant?.getTime() ?? 0) / 1000;

/** Counts and times all requests. Must run before routes are declared. */
export async function registerRequestMetrics(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMetrics.default, {
    endpoint: null,
    clearRegisterOnInit: true,
    routeMetrics: {
      overrides: { histogram: { buckets: BUCKETS } },
      enabled: { histogram: true, summary: false },
    },
  });
}

/** A number that a module counts each time the metrics are read. */
export interface Gauge {
  name: string;
  help: string;
  read(): Promise<number>;
}

/**
 * Serves Prometheus metrics on a separate port, so that a proxy does not expose them. Returns a function
 * that closes it.
 */
export async function serveMetrics(
  app: FastifyInstance,
  {
    db,
    clock,
    readRouter,
    jobFailures,
    quiet,
    providerCalls,
  }: Pick<Context, 'db' | 'clock' | 'readRouter' | 'jobFailures' | 'quiet'> & {
    /** Since the start of the process. */
    providerCalls: { answered: number; failed: number };
  },
  {
    port,
    host,
    gauges = [],
    getClockDifferenceMs,
  }: {
    port: number;
    host: string;
    gauges?: readonly Gauge[];
    getClockDifferenceMs?: () => number;
  },
): Promise<{ port: number; close(): Promise<void> }> {
  const { client } = app.metrics;
  const createGauge = (name: string, help: string, labelNames: string[] = []) =>
    new client.Gauge({ name: `wopack_${name}`, help, labelNames });
  const dueJobs = createGauge('jobs_due', 'jobs that are due', ['queue']);
  const jobDelaySeconds = createGauge('jobs_max_delay_seconds', 'time since the oldest due job became due', [
    'queue',
  ]);
  const failedJobs = createGauge('jobs_failed', 'jobs that failed at their last attempt', ['queue']);
  const createCounter = (name: string, help: string) =>
    new client.Counter({ name: `wopack_${name}`, help, labelNames: ['queue'] });
  const jobFailuresTotal = createCounter('job_failures_total', 'failed attempts of jobs in this process');
  const jobRetriesExhaustedTotal = createCounter(
    'job_retries_exhausted_total',
    'jobs whose last attempt failed in this process',
  );
  const undeliveredMails = createGauge(
    'mails_undelivered',
    'mails that were not delivered in the last 24 hours',
  );
  const stuckRefunds = createGauge(
    'refunds_stuck',
    'refunds that the payment provider has refused six times or more',
  );
  const failedRefunds = createGauge(
    'refunds_failed',
    'refunds that the bank returned and the operator has not decided on',
  );
  const ownGauges = gauges.map(({ name, help, read }) => ({ gauge: createGauge(name, help), read }));
  const securityEvents = createGauge('security_events', 'security events of the last 15 minutes', ['kind']);
  const ordersLastDay = createGauge('orders_last_day', 'orders created in the last 24 hours', ['state']);
  const pendingPayments = createGauge('payments_pending', 'pending payments, each holding a unit');
  const databaseUp = createGauge('database_up', '1 while the database answers, else 0');
  const connections = createGauge(
    'database_connections',
    'connections of all programs to the database server',
  );
  const maxConnections = createGauge('database_connections_max', 'connections that it accepts');
  const standbys = createGauge('standbys', 'replicas that receive changes of the database');
  const standbyLagBytes = createGauge('standby_lag_bytes', 'changes that a replica has not replayed', [
    'standby',
  ]);
  const lastBackupTimestamp = createGauge(
    'last_backup_timestamp_seconds',
    'when the last backup was made by npm run backup, 0 if none was',
  );
  const reconciliationDifferences = createGauge(
    'reconciliation_differences',
    'differences of the last reconciliation',
    ['kind'],
  );
  const reconciliationTimestamp = createGauge(
    'reconciliation_timestamp_seconds',
    'when the last reconciliation was made',
    ['kind'],
  );
  const providerCallsTotal = new client.Counter({
    name: 'wopack_provider_calls_total',
    help: 'calls of this process to the payment provider',
    labelNames: ['outcome'],
  });
  const quietGauge = createGauge(
    'quiet',
    '1 while a recovery waits for confirmation and nothing is sent, else 0',
  );
  const replicaInUse = createGauge('replica_in_use', '1 while reads go to this replica, else 0', ['replica']);

  const clockDifference = createGauge(
    'clock_difference_seconds',
    'how far the clock of this machine is ahead of that of the database',
  );

  async function collectMetrics(): Promise<void> {
    for (const each of [dueJobs, jobDelaySeconds, failedJobs, ordersLastDay, standbyLagBytes]) each.reset();
    for (const each of [jobFailuresTotal, jobRetriesExhaustedTotal]) each.reset();
    for (const { queue, ...count } of jobFailures.counts()) {
      jobFailuresTotal.inc({ queue }, count.failed);
      jobRetriesExhaustedTotal.inc({ queue }, count.exhausted);
    }
    providerCallsTotal.reset();
    for (const outcome of ['answered', 'failed'] as const)
      providerCallsTotal.inc({ outcome }, providerCalls[outcome]);
    quietGauge.set(quiet.since() ? 1 : 0);
    if (getClockDifferenceMs) clockDifference.set(getClockDifferenceMs() / 1000);
    for (const { name, isUsed } of readRouter.listReplicaStates())
      replicaInUse.set({ replica: name }, isUsed ? 1 : 0);
    try {
      for (const { queue, ...row } of await listQueueMetrics(db, clock.now())) {
        dueJobs.set({ queue }, row.due);
        jobDelaySeconds.set({ queue }, row.delay_seconds);
        failedJobs.set({ queue }, row.failed);
      }
      const marketMetrics = await getMarketMetrics(db, clock.now());
      for (const row of marketMetrics.orders) ordersLastDay.set({ state: row.state }, row.orders);
      pendingPayments.set(marketMetrics.pendingPayments);
      for (const kind of securityEventKinds) securityEvents.set({ kind }, 0);
      for (const { kind, count } of await countSecurityEvents(db, clock.now()))
        securityEvents.set({ kind }, count);
      undeliveredMails.set(await countUndeliveredMails(db, clock.now()));
      const openRefunds = await countOpenRefunds(db);
      stuckRefunds.set(openRefunds.stuck);
      failedRefunds.set(openRefunds.failed);
      for (const { gauge, read } of ownGauges) gauge.set(await read());
      const { used, max } = await countConnections(db);
      connections.set(used);
      maxConnections.set(max);
      const rows = await listStandbys(db);
      standbys.set(rows.length);
      for (const { standby, lag_bytes } of rows) standbyLagBytes.set({ standby }, lag_bytes);
      lastBackupTimestamp.set(toSeconds(await findLastBackup(db)));
      for (const { kind, checked_at, differences } of await listLastReconciliations(db)) {
        reconciliationDifferences.set({ kind }, differences);
        reconciliationTimestamp.set({ kind }, toSeconds(checked_at));
      }
      databaseUp.set(1);
    } catch {
      databaseUp.set(0);
    }
  }

  const server = Fastify();
  server.get('/metrics', async (_request, reply) => {
    await collectMetrics();
    return reply.type(client.register.contentType).send(await client.register.metrics());
  });
  await server.listen({ port, host });
  return { port: (server.server.address() as { port: number }).port, close: () => server.close() };
}
