import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  payHold,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import {
  lockRow,
  MINUTE,
  type TestApp,
  useTestApp,
  waitUntilBlocked,
} from '../../../test/support/test-app.ts';
import { lockPayment, updatePayment } from '../payments/index.ts';
import { putUnitsBack } from '../products/index.ts';

const api = useTestApp();

/** A call of `createIntent` that the test answers. */
interface IntentCall {
  idempotencyKey: string;
  succeed(): void;
  fail(): void;
}
let calls: IntentCall[];
let createIntent: TestApp['provider']['createIntent'];

beforeEach(() => {
  calls = [];
  createIntent = api.provider.createIntent;
  api.provider.createIntent = (intent) =>
    new Promise((resolve, reject) => {
      calls.push({
        idempotencyKey: intent.idempotencyKey,
        succeed: () => resolve(createIntent(intent)),
        fail: () => reject(new Error('unreachable')),
      });
    });
});

afterEach(async () => {
  api.provider.createIntent = createIntent;
  await expectConsistentData(api.db);
});

const untilCalled = (times: number) => vi.waitFor(() => expect(calls).toHaveLength(times), 60_000);
const holdsOf = async (buyer: TestUser) => (await buyer.call('listMyHolds')).data;
const paymentsOf = ({ id }: TestUser) =>
  api.db
    .selectFrom('payments')
    .select(['state', 'failure_code'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

/** A product with one unit, and a buyer whose two payment requests for it have both reached the provider. */
async function pressedTwice() {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  const first = startPayment(buyer, productId);
  await untilCalled(1);
  const second = startPayment(buyer, productId);
  await untilCalled(2);
  for (const request of [first, second]) request.catch(() => {});
  expect(calls[1]!.idempotencyKey).toBe(calls[0]!.idempotencyKey);
  return { productId, buyer, requests: [first, second] as const };
}

test.each([
  ['x', /wrong form/],
  ['3,99', /wrong form/],
  [-1, /wrong form/],
  ['3.98', /price has changed: it is €3\.99 now/],
])('an amount of %s is refused with what is wrong about it', async (amount, message) => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const refusal = buyer.call('initiatePayment', { body: { amount, currency: 'EUR', productId } });
  await expect(refusal).rejects.toMatchObject({ errors: { amount: [expect.stringMatching(message)] } });
});

test('both succeed: one hold, one intent', async () => {
  const { buyer, requests } = await pressedTwice();
  for (const call of calls) call.succeed();
  const [first, second] = await Promise.all(requests);
  expect(second).toEqual(first);
  expect(await holdsOf(buyer)).toHaveLength(1);
  expect((await payHold(buyer, first)).state).toBe('paid');
});

test.each([
  ['first', 0, 1],
  ['second', 1, 0],
] as const)('the %s fails after the other one was answered: both have the hold', async (_name, lost, won) => {
  const { productId, buyer, requests } = await pressedTwice();
  calls[won]!.succeed();
  const answer = await requests[won];
  calls[lost]!.fail();
  expect(await requests[lost]).toEqual(answer);
  expect(await getAvailableQuantity(buyer, productId)).toBe(0);
  expect(await holdsOf(buyer)).toMatchObject([{ token: answer.token }]);
  expect((await payHold(buyer, answer)).state).toBe('paid');
});

test.each([
  ['first', 0, 1],
  ['second', 1, 0],
] as const)(
  'the %s fails while the other one waits: the hold stays for that one',
  async (_name, lost, won) => {
    const { productId, buyer, requests } = await pressedTwice();
    calls[lost]!.fail();
    await expectApiError(requests[lost], 9);
    expect(await getAvailableQuantity(buyer, productId)).toBe(0);
    expect(await holdsOf(buyer)).toHaveLength(1);
    calls[won]!.succeed();
    expect((await payHold(buyer, await requests[won])).state).toBe('paid');
  },
);

test('both fail: the unit is returned, and the next request takes a new hold', async () => {
  const { productId, buyer, requests } = await pressedTwice();
  calls[1]!.fail();
  await expectApiError(requests[1], 9);
  expect(await getAvailableQuantity(buyer, productId)).toBe(0);
  calls[0]!.fail();
  await expectApiError(requests[0], 9);
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);
  expect(await paymentsOf(buyer)).toEqual([{ state: 'failed', failure_code: 'provider_down' }]);
  const again = startPayment(buyer, productId);
  await untilCalled(3);
  calls[2]!.succeed();
  expect((await payHold(buyer, await again)).state).toBe('paid');
  expect(calls[2]!.idempotencyKey).not.toBe(calls[0]!.idempotencyKey);
});

test('repeated after the answer: the same hold without another provider call', async () => {
  const { buyer, productId, requests } = await pressedTwice();
  for (const call of calls) call.succeed();
  const [first] = await Promise.all(requests);
  expect(await startPayment(buyer, productId)).toEqual(first);
  expect(calls).toHaveLength(2);
});

test('the hold expires before the provider answers: the late intent cannot be paid', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  const request = startPayment(buyer, productId);
  request.catch(() => {});
  await untilCalled(1);
  api.clock.advance(11 * MINUTE);
  await api.jobs.runDue();
  expect(await getAvailableQuantity(buyer, productId)).toBe(1);
  calls[0]!.succeed();
  await expectApiError(request, 5);
  const { provider_ref } = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  expect(await api.provider.retrieve(provider_ref!)).toMatchObject({ status: 'canceled' });
});

test('repeated while the hold ends: waits and takes a new one', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  const first = startPayment(buyer, productId);
  first.catch(() => {});
  await untilCalled(1);
  const second = await api.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    const payment = await lockPayment(trx, id);
    await putUnitsBack(api.context, trx, payment.slot_id, payment.quantity);
    await updatePayment(trx, id, { state: 'failed', settled_at: api.clock.now() });
    const request = startPayment(buyer, productId);
    request.catch(() => {});
    await waitUntilBlocked(api, 1, request);
    return { request };
  });
  await untilCalled(2);
  for (const call of calls) call.succeed();
  await expectApiError(first, 5);
  expect((await payHold(buyer, await second.request)).state).toBe('paid');
});

test('a connection that is lost within a transaction is answered like a database that is away', async () => {
  const buyer = await createTestUser(api);
  const { productId } = await createProductOnSale(api);
  const release = await lockRow(api, 'users', buyer.id);
  const payment = startPayment(buyer, productId);
  const refusal = expectApiError(payment, 9);
  await waitUntilBlocked(api, 1, payment);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
  await refusal;
  await release();
});
