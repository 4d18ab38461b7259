import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findFreePort } from '../../src/platform/db/embedded.ts';
import {
  ALL_DAY_SCHEDULE,
  type ServerProcess,
  startClockAt,
  useTwoServers,
  waitUntil,
} from '../servers/server-process.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  GOOD_CARD,
  startPayment,
  type TestUser,
} from '../support/builders.ts';

const HOUR = 3_600_000;
const servers = useTwoServers();

const servedBy = (server: ServerProcess, user: TestUser): TestUser => ({
  ...user,
  call: server.client(user.token),
});

test('a process whose clock is an hour fast is not ready, runs no jobs, and ends no hold early', {
  timeout: 300_000,
}, async () => {
  const { productId } = await createProductOnSale(servers, { quantity: 3, schedule: ALL_DAY_SCHEDULE });
  const buyer = await createTestUser(servers);
  const payment = await startPayment(buyer, productId);
  const metricsPort = await findFreePort();
  const fast = await servers.start('fast', {
    ...startClockAt(Date.now() + HOUR),
    METRICS_PORT: String(metricsPort),
  });

  expect((await fetch(`${fast.url}/ready`)).status).toBe(503);
  expect((await fetch(`${fast.url}/health`)).status).toBe(200);
  expect(fast.output).toContain('the clock of this machine is wrong');
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const difference = Number(/^wopack_clock_difference_seconds (\S+)/m.exec(metrics)![1]);
  expect(difference).toBeGreaterThan(3590);
  expect(difference).toBeLessThan(3610);

  // More than each process takes at once.
  await servers.enqueue('checkout.schedule-expiries', 30);
  await servers.enqueue('checkout.sync-holds', 30);
  await waitUntil(async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
      where name in ('checkout.schedule-expiries', 'checkout.sync-holds') and state < 'completed'`.execute(
      servers.db,
    );
    return rows[0]!.count === 0;
  });
  // Whatever reaches it all the same is decided by the time of the database.
  const other = servedBy(fast, await createTestUser(servers));
  const startedAt = Date.now();
  const order = await buyProduct(other, productId);
  const { created_at } = await servers.db
    .selectFrom('orders')
    .select('created_at')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(Math.abs(created_at.getTime() - startedAt)).toBeLessThan(60_000);
  const { call } = servedBy(fast, buyer);
  await call('confirmSandboxPayment', { body: { client_secret: payment.client_secret, card: GOOD_CARD } });
  expect((await call('completePayment', { body: { token: payment.token } })).data.order.id).toBeGreaterThan(
    0,
  );
  const { state } = await servers.db
    .selectFrom('payments')
    .select('state')
    .where('token', '=', payment.token)
    .executeTakeFirstOrThrow();
  expect(state).toBe('paid');
});
