import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reconciliationSources } from '../../src/app.ts';
import { checkLedger } from '../../src/modules/ledger/index.ts';
import { refundOrder } from '../../src/modules/orders/index.ts';
import { reconcile } from '../../src/modules/payments/index.ts';
import { createStripeHarness } from '../payment-providers/provider-harness.ts';
import {
  createGate,
  ServerProcess,
  startClockAt,
  startDatabaseTimeAt,
  waitUntil,
} from '../servers/server-process.ts';
import {
  createProductOnSale,
  createTestUser,
  markEmailVerified,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { expectConsistentData, findBalance } from '../support/consistency.ts';
import { runInTransaction } from '../support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../support/test-app.ts';

/**
 * A server process transfers an earning, or reverses it, and is killed at a chosen step; another one is started on the
 * same database. The provider is a process of its own and keeps what it was sent.
 */
const DAY = 24 * 60 * MINUTE;
const EARNING = 270;
const harness = createStripeHarness();
const api = useTestApp(harness.options);
const { transfers: stripe } = harness.server.state;
let dataDir = '';
let gate: Awaited<ReturnType<typeof createGate>>;
let server: ServerProcess | null = null;
let stripeEnv: NodeJS.ProcessEnv;
let week = 0;

beforeAll(async () => {
  harness.attach(api);
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-transferring-'));
  gate = await createGate(api.ownerDb, api.ownerUrl);
  stripeEnv = harness.server.getSettings();
  await api.jobs.runDue();
});
afterEach(async () => {
  await server?.waitForExit('SIGKILL');
  server = null;
});
afterAll(async () => {
  await gate.close();
  await harness.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a server at the time of the test, with the transfers due. */
async function startServer(): Promise<ServerProcess> {
  const at = api.clock.now().getTime();
  await startDatabaseTimeAt(api.ownerDb, at);
  // That of a killed process is not over for the queue before its time is.
  await sql`delete from pgboss.job where name = 'payments.transfer-earnings'`.execute(api.ownerDb);
  await api.db.transaction().execute((trx) =>
    // The queue goes by the time of the machine.
    api.jobs.enqueue(trx, 'payments.transfer-earnings', {}, { startAfter: new Date(0) }),
  );
  server = await ServerProcess.start(dataDir, {
    ...stripeEnv,
    DATABASE_URL: api.databaseUrl,
    PAYOUT_WAY: 'stripe_connect',
    ...startClockAt(at),
  });
  return server;
}

/** A business with an account at the provider, and an order that can no longer be reported. */
async function sell(): Promise<{ seller: TestUser; orderId: number; account: string }> {
  // No clock goes back.
  api.clock.set(new Date(Date.parse(FRIDAY_NOON) + 7 * DAY * week++).toISOString());
  await startDatabaseTimeAt(api.ownerDb, api.clock.now().getTime());
  api.context.config.payoutWay = 'stripe_connect';
  const seller = await createTestUser(api, { isSeller: true });
  await markEmailVerified(api, seller);
  const account = `acct_${seller.id}`;
  const now = api.clock.now();
  await api.db
    .insertInto('payout_accounts')
    .values({
      ...{ user_id: seller.id, provider: 'stripe', ref: account, state: 'verified' },
      ...{ state_since: now, first_verified_at: now, created_at: now, updated_at: now },
      ...{ transfers_enabled: true, payouts_enabled: true },
    })
    .execute();
  // It is verified: what a running server opens by a notice.
  await api.db
    .updateTable('businesses')
    .set({ awaits_payout_account: false })
    .where('id', '=', seller.id)
    .execute();
  const { productId } = await createProductOnSale(api, { seller, quantity: 1 });
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  await harness.confirm(client_secret);
  const { order } = (await buyer.call('completePayment', { body: { token } })).data;
  await harness.deliverNotices();
  api.clock.advance(3 * DAY);
  return { seller, orderId: order.id, account };
}

const listStates = async ({ id }: TestUser) =>
  (
    await api.db
      .selectFrom('provider_transfers')
      .select('state')
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state);

/** Another server finishes what the killed one began. */
async function restart(seller: TestUser): Promise<void> {
  api.clock.advance(60 * MINUTE);
  const restarted = await startServer();
  await waitUntil(async () => {
    const states = await listStates(seller);
    return states.length > 0 && states.every((state) => state === 'made');
  });
  await restarted.waitForExit('SIGKILL');
  await harness.deliverNotices();
}

async function expectSameLedger(seller: TestUser, account: string, heldCents: number): Promise<void> {
  const { available, pending } = stripe.getBalance(account);
  expect(available + pending).toBe(heldCents);
  const balance = await findBalance(api.db, { kind: 'seller_at_provider', userId: seller.id });
  expect(-(balance ?? 0) || 0).toBe(heldCents);
  api.clock.advance(120 * MINUTE);
  const period = { from: new Date(0), to: api.clock.now() };
  expect(await reconcile(api.context, api.provider, period)).toEqual([]);
  expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
  await expectConsistentData(api.db);
}

const KILLS = [
  ['after it was sent and before it is booked', 'before update on provider_transfers', 2],
  ['before it is sent', 'before update on provider_transfers', 1],
] as const;
const kills = KILLS.slice(0, process.env.TEST_LONG ? KILLS.length : 1);

test.each(kills)('a transfer: killed %s', async (_when, event, passNumber) => {
  const { seller, account } = await sell();
  await gate.killAt(event, passNumber, startServer);
  expect(await listStates(seller)).toEqual([expect.stringMatching(/^(queued|unknown)$/)]);
  expect(await findBalance(api.db, { kind: 'seller_at_provider', userId: seller.id })).toBeFalsy();
  await restart(seller);
  await expectSameLedger(seller, account, EARNING);
});

test.each(kills)('a reversal: killed %s', async (_when, event, passNumber) => {
  const { seller, orderId, account } = await sell();
  await api.jobs.runScheduled('payments.transfer-earnings');
  api.clock.advance(2 * DAY);
  await runInTransaction(api.context, refundOrder, {
    orderId,
    refundedTotalCents: 'all',
    decidedBy: 'operator',
    reason: 'stale',
  });
  await gate.killAt(event, passNumber, startServer);
  expect(await listStates(seller)).toEqual(['made', expect.stringMatching(/^(queued|unknown)$/)]);
  await restart(seller);
  await expectSameLedger(seller, account, 0);
});
