import Fastify, { type FastifyInstance } from 'fastify';
import fastifyMetrics from 'fastify-metrics';
import type { Context } from '../context.ts';
import { countStuckRefunds, countUndeliveredMails, marketFigures, workFigures } from './figures.queries.ts';

/** Seconds. A list is to take 0.03, a purchase with its provider 2. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts and times every call of the app. Before its routes are declared. */
export async function measureCalls(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMetrics.default, {
    endpoint: null,
    clearRegisterOnInit: true,
    routeMetrics: {
      overrides: { histogram: { buckets: BUCKETS } },
      enabled: { histogram: true, summary: false },
    },
  });
}

/**
 * Prometheus metrics on a port of their own, so that a proxy never shows them to the public. Answers how to close it.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { db, clock, reads, jobFailures }: Pick<Context, 'db' | 'clock' | 'reads' | 'jobFailures'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const { client } = app.metrics;
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new client.Gauge({ name: `wopack_${name}`, help, labelNames });
  const waiting = gauge('jobs_waiting', 'jobs that are due', ['queue']);
  const late = gauge('jobs_late_seconds', 'how long the oldest of them has been due', ['queue']);
  const failed = gauge('jobs_failed', 'jobs given up on', ['queue']);
  const counter = (name: string, help: string) =>
    new client.Counter({ name: `wopack_${name}`, help, labelNames: ['queue'] });
  const failedTries = counter('job_failures_total', 'tries of jobs that failed in this process');
  const exhausted = counter('jobs_exhausted_total', 'jobs whose last try failed in this process');
  const undelivered = gauge('mails_undelivered', 'mails given up on in the last 24 hours');
  const stuckRefunds = gauge('refunds_stuck', 'refunds that the payment provider has refused many times');
  const orders = gauge('orders_day', 'orders made in the last 24 hours', ['state']);
  const pending = gauge('payments_pending', 'units held for somebody who pays');
  const up = gauge('database_up', '1 while the database answers');
  const replica = gauge('replica_used', '1 while reads go to this replica', ['replica']);

  async function look(): Promise<void> {
    for (const each of [waiting, late, failed, orders]) each.reset();
    for (const each of [failedTries, exhausted]) each.reset();
    for (const { queue, ...count } of jobFailures.counts()) {
      failedTries.inc({ queue }, count.failed);
      exhausted.inc({ queue }, count.exhausted);
    }
    for (const { name, used } of reads.states()) replica.set({ replica: name }, used ? 1 : 0);
    try {
      for (const { queue, ...row } of await workFigures(db, clock.now())) {
        waiting.set({ queue }, row.waiting);
        late.set({ queue }, row.late);
        failed.set({ queue }, row.failed);
      }
      const market = await marketFigures(db, clock.now());
      for (const row of market.orders) orders.set({ state: row.state }, row.orders);
      pending.set(market.pendingPayments);
      undelivered.set(await countUndeliveredMails(db, clock.now()));
      stuckRefunds.set(await countStuckRefunds(db));
      up.set(1);
    } catch {
      up.set(0);
    }
  }

  const server = Fastify();
  server.get('/metrics', async (_request, reply) => {
    await look();
    return reply.type(client.register.contentType).send(await client.register.metrics());
  });
  await server.listen({ port, host });
  return { port: (server.server.address() as { port: number }).port, close: () => server.close() };
}
