import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError } from '@wopack/contract/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { computeDrawKey, hashSeed, rankEntries } from '../../src/modules/allocation/allocation.rules.ts';
import { readOutbox } from '../../src/platform/mail/mail.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { ALL_DAY_SCHEDULE, fetchFrom, type ServerProcess, useTwoServers } from '../servers/server-process.ts';
import { LoadBalancer } from '../servers/tcp-proxies.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  createTestUsers,
  GOOD_CARD,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../support/consistency.ts';
import { copyOrder } from '../support/order-builders.ts';
import { TEST_SECRET_KEY } from '../support/test-databases.ts';
import { openStockStream } from '../support/test-request.ts';

// The tests run in order on two processes, because each start takes seconds.
const twoServers = useTwoServers();

/** The same user on one of the two servers. */
const servedBy = (server: ServerProcess, user: TestUser): TestUser => ({
  ...user,
  call: server.client(user.token),
});
const createOpenProduct = (quantity: number) =>
  createProductOnSale(twoServers, { quantity, schedule: ALL_DAY_SCHEDULE });

/** More than the maximum quantity of a day. */
async function createLargeProduct(quantity: number) {
  const productOnSale = await createOpenProduct(1);
  const slots = twoServers.db
    .updateTable('pickup_slots')
    .set({ quantity, units_left: quantity, has_quantity_override: true });
  await slots.where('product_id', '=', productOnSale.productId).execute();
  return productOnSale;
}
const createUsers = (count: number) => createTestUsers(twoServers, count);

test('both start concurrently on an empty database and see each other’s writes', async () => {
  for (const { url, output } of [twoServers.a, twoServers.b]) {
    expect((await fetch(`${url}/ready`)).status, output).toBe(200);
    expect(output).not.toMatch(/error/i);
  }
  const { seller, productId } = await createOpenProduct(3);
  expect(await getAvailableQuantity(servedBy(twoServers.b, seller), productId)).toBe(3);
  expect((await twoServers.b.client(seller.token)('getMe')).data.id).toBe(seller.id);
});

test('a hundred concurrent buyers on two processes buy exactly seven of seven units, with one mail each', async () => {
  const { productId } = await createOpenProduct(7);
  const buyers = await createUsers(100);
  const results = await Promise.allSettled(
    buyers.map((buyer, i) => buyProduct(servedBy(i % 2 ? twoServers.b : twoServers.a, buyer), productId)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 5 });
  for (const server of [twoServers.a, twoServers.b])
    expect(await getAvailableQuantity(servedBy(server, buyers[0]!), productId)).toBe(0);
  await expectAllSettled(twoServers.db);

  const buyerEmails = buyers.filter((_, i) => results[i]!.status === 'fulfilled').map(({ email }) => email);
  const listReceivers = async () => {
    const folders = [twoServers.a, twoServers.b].map(({ dataDir }) => join(dataDir, 'outbox'));
    const mails = (await Promise.all(folders.map((folder) => readOutbox(folder, 1000)))).flat();
    return mails.flatMap((mail) => buyerEmails.filter((email) => mail.includes(`To: ${email}`)));
  };
  await vi.waitFor(async () => expect((await listReceivers()).sort()).toEqual(buyerEmails.sort()), {
    timeout: 15_000,
  });
});

const [NUM_ENTRIES, NUM_LATE_ENTRIES] = process.env.TEST_LONG ? [1000, 200] : [300, 60];

test(`${NUM_ENTRIES} entries in the last second of a draw and late ones, on two processes: those that were accepted are drawn once`, async () => {
  const UNITS = 5;
  const { productId } = await createLargeProduct(UNITS);
  const { db } = twoServers;
  const slot = await db
    .updateTable('pickup_slots')
    .set({ allocation: 'draw' })
    .where('product_id', '=', productId)
    // In the last half hour of a slot nothing is drawn.
    .where('ends_at', '>', new Date(Date.now() + 3_600_000))
    .returning(['id', 'ends_at'])
    .execute();
  const slotId = slot.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime())[0]!.id;
  const people: TestUser[] = [];
  while (people.length < NUM_ENTRIES + NUM_LATE_ENTRIES)
    people.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, () => createTestUser(twoServers, { isEmailVerified: true })),
      )),
    );
  const closesAt = new Date(Date.now() + 2500);
  const seed = randomBytes(32);
  const { id: drawId } = await db
    .insertInto('draws')
    .values({
      slot_id: slotId,
      product_id: productId,
      state: 'open',
      opened_at: new Date(closesAt.getTime() - 60_000),
      closes_at: closesAt,
      seed_hash: hashSeed(seed),
      sealed_seed: createSecrets(TEST_SECRET_KEY).encrypt('draw-seed', seed.toString('hex')),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Several times, as after a crash: close, draw and entries run at once on both processes.
  for (const queue of ['allocation.close-draw', 'allocation.run-draw'] as const)
    await twoServers.enqueue(queue, 4, { data: { drawId }, startAfter: closesAt });
  const results = await Promise.all(
    people.map(async (user, index) => {
      // In the last second, and in the half second after it.
      const isLate = index >= NUM_ENTRIES;
      const delay = isLate
        ? ((index - NUM_ENTRIES) * 500) / NUM_LATE_ENTRIES
        : (index * 1000) / NUM_ENTRIES - 1000;
      await wait(Math.max(0, closesAt.getTime() + delay - Date.now()));
      const server = index % 2 ? twoServers.b : twoServers.a;
      return servedBy(server, user)
        .call('enterDraw', { params: { id: drawId }, body: { random: randomBytes(16).toString('hex') } })
        .then(
          ({ data }) => data.entry_id,
          (error: ApiError) => {
            // Closed, or no connection free in time: then nothing was entered.
            expect([5, 9], error.message).toContain(error.code);
            return null;
          },
        );
    }),
  );
  const draw = await vi.waitFor(async () => {
    const { data } = await twoServers.a.client()('getDraw', { params: { id: drawId } });
    expect(data.state).toBe('drawn');
    return data;
  }, 60_000);
  const accepted = results.filter((id) => id !== null);
  expect(accepted.length).toBeGreaterThan(0);
  expect(results).toContain(null);
  expect(draw.list!.map(({ id }) => id)).toEqual(accepted.toSorted());
  const key = computeDrawKey(seed, Buffer.from(draw.list_hash!, 'hex'), null);
  const ranking = await rankEntries(key, accepted as string[]);
  expect(draw.list!.toSorted((a, b) => a.rank! - b.rank!).map(({ id }) => id)).toEqual(ranking);
  const countOffers = async () =>
    (
      await db
        .selectFrom('allocation_entries')
        .select(['id', 'rank'])
        .where('draw_id', '=', drawId)
        .where('state', '=', 'offered')
        .orderBy('rank')
        .execute()
    ).map(({ rank }) => rank);
  await vi.waitFor(async () => expect(await countOffers()).toHaveLength(UNITS), 60_000);
  expect(await countOffers()).toEqual([1, 2, 3, 4, 5]);
  await expectConsistentData(db);

  // Later tests expect that nothing is on hold.
  await db.updateTable('pickup_slots').set({ closed: true }).where('id', '=', slotId).execute();
  await db
    .updateTable('payments')
    .set({ expires_at: new Date() })
    .where('slot_id', '=', slotId)
    .where('state', '=', 'pending')
    .execute();
  await twoServers.enqueue('checkout.sync-holds', 1);
  await vi.waitFor(() => expectAllSettled(db), { timeout: 60_000, interval: 250 });
}, 300_000);

test('a purchase on one server is streamed by the other', async () => {
  const { seller, productId } = await createOpenProduct(3);
  const stream = await openStockStream(twoServers.b.url, seller, [productId]);
  await vi.waitFor(() => expect(stream.quantity(productId)).toBe(3), 60_000);
  const [buyer] = await createUsers(1);
  const { token } = await startPayment(buyer!, productId);
  await vi.waitFor(() => expect(stream.quantity(productId)).toBe(2), { timeout: 60_000 });
  await buyer!.call('failPayment', { body: { token, code: 'card_declined' } });
  await vi.waitFor(() => expect(stream.quantity(productId)).toBe(3), { timeout: 60_000 });
  stream.close();
});

test('a hold made on one server is paid on the other and collected on the first', async () => {
  const { seller, productId } = await createOpenProduct(1);
  const [buyer] = await createUsers(1);
  const hold = await startPayment(buyer!, productId);
  const otherClient = twoServers.b.client(buyer!.token);
  expect((await otherClient('listMyHolds')).data).toMatchObject([{ token: hold.token }]);
  await otherClient('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: GOOD_CARD },
  });
  const { data } = await otherClient('completePayment', { body: { token: hold.token } });
  const secondCompletion = await buyer!.call('completePayment', { body: { token: hold.token } });
  expect(secondCompletion.data.order).toEqual(data.order);
  await seller.call('handOut', { params: { id: data.order.id }, body: { pin: data.order.pin! } });
  expect((await otherClient('listOrders')).data).toMatchObject([{ id: data.order.id, state: 'collected' }]);
});

test('a rate limit is shared by both servers and separate for each address', async () => {
  const credentials = { email: 'nobody@example.com', password: 'wrong-1', device_name: 'test' };
  const tryLogin = (server: ServerProcess, address: string) =>
    server
      .client(null, fetchFrom(address))('login', { body: credentials })
      .then(
        () => 0,
        (error: ApiError) => error.status,
      );
  const statuses: number[] = [];
  for (let i = 0; i < 10; i++)
    statuses.push(await tryLogin(i % 2 ? twoServers.b : twoServers.a, '203.0.113.7'));
  expect(new Set(statuses)).not.toContain(429);
  expect(await tryLogin(twoServers.a, '203.0.113.7')).toBe(429);
  expect(await tryLogin(twoServers.b, '203.0.113.7')).toBe(429);
  expect(await tryLogin(twoServers.b, '203.0.113.8')).not.toBe(429);
});

test('one server is killed during payments: every payment becomes one order or one refund', {
  timeout: 300_000,
}, async () => {
  const { productId } = await createLargeProduct(40);
  const dyingServer = await twoServers.start('dying');
  // Without a confirmed address the half-paid pack is the only one that may wait for a payment.
  const buyers = await Promise.all(
    Array.from({ length: 24 }, () => createTestUser(twoServers, { isEmailVerified: true })),
  );
  let exit: Promise<unknown> | undefined;
  const paidBuyers: TestUser[] = [];
  const buyAt = async (buyer: TestUser, server: ServerProcess) => {
    const { token, client_secret } = await startPayment(servedBy(server, buyer), productId);
    const call = server.client(buyer.token);
    await call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
    paidBuyers.push(buyer);
    await call('completePayment', { body: { token } });
    // The first completed payment kills the server while the others are in progress.
    if (server === dyingServer) exit ??= dyingServer.waitForExit('SIGKILL');
  };
  const results = await Promise.allSettled(
    buyers.map((buyer, i) => buyAt(buyer, i % 2 ? twoServers.b : dyingServer)),
  );
  await exit;
  const cutOffBuyers = buyers.filter((_, i) => results[i]!.status === 'rejected');
  expect(cutOffBuyers.length).toBeGreaterThan(0);
  expect(results.filter((_, i) => i % 2).map(({ status }) => status)).not.toContain('rejected');

  // Half of the interrupted buyers continue on the other server; the others do not return.
  const returningBuyers = cutOffBuyers.filter((_, i) => i % 2);
  await Promise.all(returningBuyers.map((buyer) => buyAt(buyer, twoServers.b)));
  await twoServers.db
    .updateTable('payments')
    .set({ expires_at: new Date() })
    .where('state', '=', 'pending')
    .execute();
  await twoServers.enqueue('checkout.sync-holds');
  await vi.waitFor(() => expectAllSettled(twoServers.db), { timeout: 60_000, interval: 250 });
  for (const buyer of new Set([...paidBuyers, ...returningBuyers])) {
    // A buyer who had paid before the interruption and buys again has two orders.
    const { length: paymentCount } = await twoServers.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', buyer.id)
      .where('state', '=', 'paid')
      .execute();
    expect(paymentCount).toBeGreaterThan(0);
    const { data } = await twoServers.b.client(buyer.token)('listOrders');
    expect(data.map(({ state }) => state)).toEqual(Array.from({ length: paymentCount }, () => 'paid'));
  }
});

test('scheduled jobs run once for both servers', { timeout: 300_000 }, async () => {
  const name = 'offers.notify-followers';
  const countJobs = async () => {
    const { rows } = await sql<{ due: number; sent: number; jobs: number }>`
      SELECT count(DISTINCT singleton_on)::int AS due, count(*)::int AS sent,
        (SELECT count(*)::int FROM pgboss.job WHERE name = ${name} AND state = 'completed') AS jobs
      FROM pgboss.job WHERE name = '__pgboss__send-it' AND data->>'name' = ${name}`.execute(twoServers.db);
    return rows[0]!;
  };
  // Each process checks its schedules twice a minute: the two oldest ones have done so by now.
  await vi.waitFor(async () => expect((await countJobs()).jobs).toBeGreaterThan(0), {
    timeout: 50_000,
    interval: 500,
  });
  const { due, sent, jobs } = await countJobs();
  expect({ sent, jobs }).toEqual({ sent: due, jobs: due });
});

test('the servers are replaced one after the other under load without a failed request', {
  timeout: 300_000,
}, async () => {
  const { productId } = await createLargeProduct(5000);
  const loadBalancer = new LoadBalancer([twoServers.a, twoServers.b]);
  const buyers = await createUsers(6);
  const abortController = new AbortController();
  let callCount = 0;
  const keepBuying = async (buyer: TestUser) => {
    for (let round = 0; !abortController.signal.aborted; round++, callCount++) {
      const call = loadBalancer.client(buyer.token);
      if (round % 4) await call('listOffers', { query: { latitude: 38.7, longitude: -9.1 } });
      else await buyProduct({ ...buyer, call }, productId);
    }
  };
  onTestFinished(() => abortController.abort());
  const buyerLoops = Promise.allSettled(buyers.map(keepBuying));
  for (const serverKey of ['a', 'b'] as const) {
    const stoppingServer = twoServers[serverKey];
    twoServers[serverKey] = await twoServers.start(`next-${serverKey}`);
    loadBalancer.add(twoServers[serverKey]);
    const callsBefore = callCount;
    expect(await stoppingServer.waitForExit('SIGTERM'), stoppingServer.output).toBe(0);
    expect(stoppingServer.output).not.toMatch(/error/i);
    await vi.waitFor(() => expect(callCount).toBeGreaterThan(callsBefore + 20), { timeout: 60_000 });
  }
  abortController.abort();
  expect((await buyerLoops).filter(({ status }) => status === 'rejected')).toEqual([]);
  await loadBalancer.stop();
  await vi.waitFor(() => expectAllSettled(twoServers.db), { timeout: 60_000, interval: 250 });
});

test('a month is credited once, however often and on whichever server its job runs', async () => {
  const partner = await createTestUser(twoServers, { isPartner: true, isEmailVerified: true });
  const referredBuyer = await createTestUser(twoServers, { referredBy: partner });
  const { productId } = await createOpenProduct(1);
  const order = await buyProduct((await createUsers(1))[0]!, productId);
  const lastMonth = new Date(Date.now() - 40 * 86_400_000);
  const pastContext = { ...twoServers, clock: { now: () => lastMonth } };
  await copyOrder(pastContext, order.id, { buyer: referredBuyer, reportDeadline: lastMonth });
  await sql`UPDATE users SET email_verified_at = ${lastMonth} WHERE id = ${partner.id}`.execute(
    twoServers.db,
  );

  // One that a killed server had begun waits for its time-out.
  const startedAt = new Date();
  await twoServers.enqueue('ledger.settle-months', 12);
  const listJobStates = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT DISTINCT state::text FROM pgboss.job
      WHERE name = 'ledger.settle-months' AND created_on >= ${startedAt}`.execute(twoServers.db);
    return rows.map(({ state }) => state);
  };
  await vi.waitFor(async () => expect(await listJobStates()).toEqual(['completed']), { timeout: 60_000 });
  const credits = twoServers.db.selectFrom('affiliate_credits').selectAll();
  expect(await credits.where('partner_id', '=', partner.id).execute()).toHaveLength(1);
});
