import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  GOOD_CARD,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { MINUTE, type TestApp, useTestApp } from '../../../test/support/test-app.ts';
import { syncHolds } from './sync-provider.ts';

const api = useTestApp();

let lookUps: string[];
let original: TestApp['provider'];

beforeEach(async () => {
  // Ends the holds of the test before.
  api.clock.advance(20 * MINUTE);
  await sync();
  original = { ...api.provider };
  lookUps = [];
  api.provider.retrieve = async (ref) => {
    lookUps.push(ref);
    return original.retrieve(ref);
  };
});
afterEach(() => void Object.assign(api.provider, original));

const sync = () => syncHolds(api.context, api.provider);

interface OpenPayment {
  buyer: TestUser;
  secret: string;
}

/** Makes as many products with six units each as it takes, all on hold. */
async function createHolds(count: number): Promise<{ productId: number; holds: OpenPayment[] }> {
  const products = [await createProductOnSale(api, { quantity: 6 })];
  const holds: OpenPayment[] = [];
  for (let i = 0; i < count; i++) {
    const buyer = await createTestUser(api);
    if (i > 0 && i % 6 === 0) products.push(await createProductOnSale(api, { quantity: 6 }));
    const { client_secret: secret } = await startPayment(buyer, products.at(-1)!.productId);
    holds.push({ buyer, secret });
  }
  return { productId: products[0]!.productId, holds };
}

/** Pays by card; the browser is closed and the notice is lost. */
async function payWithoutNotice({ buyer, secret }: OpenPayment) {
  await buyer.call('confirmSandboxPayment', { body: { client_secret: secret, card: GOOD_CARD } });
  await sql`delete from pgboss.job where name = 'checkout.handle-provider-notice'`.execute(api.db);
}

const listStates = async ({ buyer }: OpenPayment) =>
  (await buyer.call('listOrders')).data.map(({ state }) => state);

test('of many holds the provider lists the payments, and only those that are not open are looked up', async () => {
  const { holds } = await createHolds(12);
  await payWithoutNotice(holds[4]!);
  await payWithoutNotice(holds[11]!);
  const list = vi.spyOn(api.provider, 'list');
  await sync();
  expect(list).toHaveBeenCalledOnce();
  expect(lookUps).toHaveLength(2);
  for (const index of [4, 11]) expect(await listStates(holds[index]!)).toEqual(['paid']);
  expect(await listStates(holds[5]!)).toEqual([]);
  await expectConsistentData(api.db);
});

test('however many older holds there are, the newest has its turn in the same minute', async () => {
  const { productId } = await createProductOnSale(api);
  const user = await createTestUser(api);
  // Their intents have not been made yet.
  await sql`
    insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
    select 'old-' || n, ${user.id}, ${productId}, -n, 399, 'sandbox', 'pending',
      ${api.clock.now()}::timestamptz + interval '9 minutes', ${api.clock.now()}::timestamptz
    from generate_series(1, 1200) n`.execute(api.db);
  const { holds } = await createHolds(1);
  await payWithoutNotice(holds[0]!);
  await sync();
  await api.db.deleteFrom('payments').where('user_id', '=', user.id).execute();
  expect(await listStates(holds[0]!)).toEqual(['paid']);
});

test('two processes ask about each hold once, and again a minute later', async () => {
  const { holds } = await createHolds(6);
  await Promise.all([sync(), sync()]);
  const mine = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where(
      'user_id',
      'in',
      holds.map(({ buyer }) => buyer.id),
    )
    .execute();
  const refs = mine.map(({ provider_ref }) => provider_ref!);
  const listLookUps = () => lookUps.filter((ref) => refs.includes(ref)).toSorted();
  expect(listLookUps()).toEqual(refs.toSorted());
  await sync();
  expect(listLookUps()).toHaveLength(6);
  api.clock.advance(MINUTE);
  await sync();
  expect(listLookUps()).toHaveLength(12);
});

test('a few are asked about at a time, and one that fails stops no other', async () => {
  const { holds } = await createHolds(9);
  await payWithoutNotice(holds[8]!);
  let running = 0;
  let maxRunning = 0;
  api.provider.retrieve = async (ref) => {
    maxRunning = Math.max(maxRunning, ++running);
    try {
      await new Promise(setImmediate);
      if (ref === (await refOf(holds[0]!))) throw new Error('unreachable');
      return await original.retrieve(ref);
    } finally {
      running--;
    }
  };
  await expect(sync()).rejects.toThrow('unreachable');
  expect(maxRunning).toBeGreaterThan(1);
  expect(maxRunning).toBeLessThanOrEqual(4);
  expect(await listStates(holds[8]!)).toEqual(['paid']);
});

test('what is over is put back although the provider does not answer, also if it was asked about a moment before', async () => {
  const { productId, holds } = await createHolds(11);
  api.clock.advance(10 * MINUTE - 1000);
  await sync();
  api.clock.advance(2000);
  const { holds: others } = await createHolds(11);
  api.provider.list =
    api.provider.retrieve =
    api.provider.cancel =
      async () => {
        throw new Error('unreachable');
      };
  await expect(sync()).rejects.toThrow('unreachable');
  expect(await getAvailableQuantity(holds[0]!.buyer, productId)).toBe(6);
  expect((await others[0]!.buyer.call('listMyHolds')).data).toHaveLength(1);
});

const refOf = async ({ buyer }: OpenPayment) =>
  (
    await api.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('user_id', '=', buyer.id)
      .executeTakeFirstOrThrow()
  ).provider_ref;
