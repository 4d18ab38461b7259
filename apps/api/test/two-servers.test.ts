import { join } from 'node:path';
import type { ApiError } from '@wopack/contract/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readOutbox } from '../src/platform/mail.ts';
import { Balancer } from './balancer.ts';
import { expectAllSettled } from './books-agree.ts';
import { buy, goodCard, initiate, left, type Person, person, shop } from './builders.ts';
import { readLive } from './live-reader.ts';
import { likeOrder } from './referred.ts';
import type { ServerProcess } from './server-process.ts';
import { always, from, useTwoServers } from './two-servers.ts';

// One story on two processes: each start costs seconds.
const servers = useTwoServers();

/** The same person, served by one of the two. */
const at = (server: ServerProcess, someone: Person): Person => ({
  ...someone,
  call: server.call(someone.token),
});
const counter = (quantity: number) => shop(servers, { quantity, schedule: always });

/** More than a seller may offer a day. */
async function bigCounter(quantity: number) {
  const made = await counter(1);
  const slots = servers.db.updateTable('pickup_slots').set({ quantity, left: quantity, own_quantity: true });
  await slots.where('product_id', '=', made.productId).execute();
  return made;
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => person(servers)));

test('started at once on an empty database both serve, and either knows what the other was told', async () => {
  for (const { url, output } of [servers.a, servers.b]) {
    expect((await fetch(`${url}/ready`)).status, output).toBe(200);
    expect(output).not.toMatch(/error/i);
  }
  const { seller, productId } = await counter(3);
  expect(await left(at(servers.b, seller), productId)).toBe(3);
  expect((await servers.b.call(seller.token)('getMe')).data.id).toBe(seller.id);
});

test('a hundred buyers of two processes buy exactly seven of seven packs, and each gets one mail', async () => {
  const { productId } = await counter(7);
  const buyers = await people(100);
  const results = await Promise.allSettled(
    buyers.map((buyer, i) => buy(at(i % 2 ? servers.b : servers.a, buyer), productId)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 5 });
  for (const server of [servers.a, servers.b]) expect(await left(at(server, buyers[0]!), productId)).toBe(0);
  await expectAllSettled(servers.db);

  const lucky = buyers.filter((_, i) => results[i]!.status === 'fulfilled').map(({ email }) => email);
  const sent = async () => {
    const folders = [servers.a, servers.b].map(({ dataDir }) => join(dataDir, 'outbox'));
    const mails = (await Promise.all(folders.map((folder) => readOutbox(folder, 1000)))).flat();
    return mails.flatMap((mail) => lucky.filter((email) => mail.includes(`To: ${email}`)));
  };
  await vi.waitFor(async () => expect((await sent()).sort()).toEqual(lucky.sort()), { timeout: 15_000 });
});

test('what is bought at one is seen at once by who looks at the other', async () => {
  const { seller, productId } = await counter(3);
  const looking = await readLive(servers.b.url, seller, [productId]);
  await vi.waitFor(() => expect(looking.quantity(productId)).toBe(3));
  const [buyer] = await people(1);
  const { token } = await initiate(buyer!, productId);
  await vi.waitFor(() => expect(looking.quantity(productId)).toBe(2), { timeout: 5000 });
  await buyer!.call('failPayment', { body: { token, code: 'card_declined' } });
  await vi.waitFor(() => expect(looking.quantity(productId)).toBe(3), { timeout: 5000 });
  looking.close();
});

test('a hold made at one is paid at the other and collected at the first', async () => {
  const { seller, productId } = await counter(1);
  const [buyer] = await people(1);
  const hold = await initiate(buyer!, productId);
  const elsewhere = servers.b.call(buyer!.token);
  expect((await elsewhere('listMyHolds')).data).toMatchObject([{ token: hold.token }]);
  await elsewhere('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card: goodCard } });
  const { data } = await elsewhere('completePayment', { body: { token: hold.token } });
  const again = await buyer!.call('completePayment', { body: { token: hold.token } });
  expect(again.data.order).toEqual(data.order);
  await seller.call('handOut', { params: { id: data.order.id }, body: { pin: data.order.pin! } });
  expect((await elsewhere('listOrders')).data).toMatchObject([{ id: data.order.id, state: 'collected' }]);
});

test('a limit used up at one holds at the other, for that address alone', async () => {
  const tries = { email: 'nobody@example.com', password: 'wrong-1', device_name: 'test' };
  const guess = (server: ServerProcess, address: string) =>
    server
      .call(null, from(address))('login', { body: tries })
      .then(
        () => 0,
        (error: ApiError) => error.status,
      );
  const codes: number[] = [];
  for (let i = 0; i < 10; i++) codes.push(await guess(i % 2 ? servers.b : servers.a, '203.0.113.7'));
  expect(new Set(codes)).not.toContain(429);
  expect(await guess(servers.a, '203.0.113.7')).toBe(429);
  expect(await guess(servers.b, '203.0.113.7')).toBe(429);
  expect(await guess(servers.b, '203.0.113.8')).not.toBe(429);
});

test('one dies in the midst of payments: all that was paid is an order or went back, once', {
  timeout: 120_000,
}, async () => {
  const { productId } = await bigCounter(40);
  const dying = await servers.start('dying');
  const buyers = await people(24);
  let killed: Promise<unknown> | undefined;
  const paid: Person[] = [];
  const purchase = async (buyer: Person, server: ServerProcess) => {
    const { token, client_secret } = await initiate(at(server, buyer), productId);
    const call = server.call(buyer.token);
    await call('confirmSandboxPayment', { body: { client_secret, card: goodCard } });
    paid.push(buyer);
    await call('completePayment', { body: { token } });
    // The first who is through at the dying one ends it for those who are still at it.
    if (server === dying) killed ??= dying.end('SIGKILL');
  };
  const results = await Promise.allSettled(
    buyers.map((buyer, i) => purchase(buyer, i % 2 ? servers.b : dying)),
  );
  await killed;
  const cutOff = buyers.filter((_, i) => results[i]!.status === 'rejected');
  expect(cutOff.length).toBeGreaterThan(0);
  expect(results.filter((_, i) => i % 2).map(({ status }) => status)).not.toContain('rejected');

  // Half of those who were cut off come back, and are served by the other one; the others never do.
  const back = cutOff.filter((_, i) => i % 2);
  await Promise.all(back.map((buyer) => purchase(buyer, servers.b)));
  await servers.db
    .updateTable('payments')
    .set({ expires_at: new Date() })
    .where('state', '=', 'pending')
    .execute();
  await servers.enqueue('checkout.sync-holds');
  await vi.waitFor(() => expectAllSettled(servers.db), { timeout: 20_000, interval: 250 });
  for (const buyer of new Set([...paid, ...back])) {
    // Whoever had paid when the connection broke, and comes back to buy, has bought twice.
    const { length: times } = await servers.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', buyer.id)
      .where('state', '=', 'paid')
      .execute();
    expect(times).toBeGreaterThan(0);
    const { data } = await servers.b.call(buyer.token)('listOrders');
    expect(data.map(({ state }) => state)).toEqual(Array.from({ length: times }, () => 'paid'));
  }
});

test('regular work comes once for both', { timeout: 60_000 }, async () => {
  const name = 'notifications.back-on-sale';
  const counts = async () => {
    const { rows } = await sql<{ due: number; sent: number; jobs: number }>`
      SELECT count(DISTINCT singleton_on)::int AS due, count(*)::int AS sent,
        (SELECT count(*)::int FROM pgboss.job WHERE name = ${name} AND state = 'completed') AS jobs
      FROM pgboss.job WHERE name = '__pgboss__send-it' AND data->>'name' = ${name}`.execute(servers.db);
    return rows[0]!;
  };
  // Each process has a clock for regular work, which looks twice a minute: it has, by now, in the two that are oldest.
  await vi.waitFor(async () => expect((await counts()).jobs).toBeGreaterThan(0), {
    timeout: 50_000,
    interval: 500,
  });
  const { due, sent, jobs } = await counts();
  expect({ sent, jobs }).toEqual({ sent: due, jobs: due });
});

test('one after the other is replaced under load, and nobody notices', { timeout: 180_000 }, async () => {
  const { productId } = await bigCounter(5000);
  const behind = new Balancer([servers.a, servers.b]);
  const buyers = await people(6);
  const shopping = new AbortController();
  let calls = 0;
  const shop = async (buyer: Person) => {
    for (let turn = 0; !shopping.signal.aborted; turn++, calls++) {
      const call = behind.call(buyer.token);
      if (turn % 4) await call('listOffers', { query: { latitude: 38.7, longitude: -9.1 } });
      else await buy({ ...buyer, call }, productId);
    }
  };
  onTestFinished(() => shopping.abort());
  const customers = Promise.allSettled(buyers.map(shop));
  for (const place of ['a', 'b'] as const) {
    const leaving = servers[place];
    servers[place] = await servers.start(`next-${place}`);
    behind.add(servers[place]);
    const before = calls;
    expect(await leaving.end('SIGTERM'), leaving.output).toBe(0);
    expect(leaving.output).not.toMatch(/error/i);
    await vi.waitFor(() => expect(calls).toBeGreaterThan(before + 20), { timeout: 10_000 });
  }
  shopping.abort();
  expect((await customers).filter(({ status }) => status === 'rejected')).toEqual([]);
  await behind.stop();
  await vi.waitFor(() => expectAllSettled(servers.db), { timeout: 10_000, interval: 250 });
});

test('a month is credited once, however often and wherever its job runs', async () => {
  const partner = await person(servers, { is_partner: true, verified: true });
  const client = await person(servers, { broughtBy: partner });
  const { productId } = await counter(1);
  const order = await buy((await people(1))[0]!, productId);
  const lastMonth = new Date(Date.now() - 40 * 86_400_000);
  const then = { ...servers, clock: { now: () => lastMonth } };
  await likeOrder(then, order.id, { buyer: client, reportUntil: lastMonth });
  await sql`UPDATE users SET email_verified_at = ${lastMonth} WHERE id = ${partner.id}`.execute(servers.db);

  await servers.enqueue('affiliates.credit', 12);
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT DISTINCT state::text FROM pgboss.job WHERE name = 'affiliates.credit'`.execute(servers.db);
    return rows.map(({ state }) => state);
  };
  await vi.waitFor(async () => expect(await states()).toEqual(['completed']), { timeout: 20_000 });
  const credits = servers.db.selectFrom('affiliate_credits').selectAll();
  expect(await credits.where('partner_id', '=', partner.id).execute()).toHaveLength(1);
});
