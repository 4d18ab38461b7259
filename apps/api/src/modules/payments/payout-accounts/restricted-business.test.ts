import { DAY_MS, MINUTE_MS } from '@wopack/domain';
import { beforeAll, expect, test } from 'vitest';
import { createSandboxHarness } from '../../../../test/payment-providers/provider-harness.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { reconcile } from '../reconcile.ts';

/** A month of a business of which the provider asks more in its middle, and that hands it in too late. */
const EARNING = 270;
const DEADLINE = '2026-11-18T12:00:00.000Z';
const harness = createSandboxHarness();
const api = useTestApp({ env: async () => ({ PAYOUT_WAY: 'stripe_connect' }) });
let seller: TestUser;
let productId: number;

beforeAll(async () => {
  harness.attach(api);
  api.clock.set('2026-11-06T12:00:00Z');
  seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  productId = (await createProductOnSale(api, { seller, quantity: 3 })).productId;
  await decide('verified');
});

async function decide(outcome: 'verified' | 'needs_document'): Promise<void> {
  const { url } = (await seller.call('startOnboarding', { body: {} })).data;
  const key = new URL(url).hash.slice(1);
  await seller.call('openSandboxAccount', { body: { key } });
  await seller.call('submitSandboxAccount', { body: { key, outcome } });
  await api.jobs.runDue();
}

/** The jobs that run until then. */
async function passTo(iso: string): Promise<void> {
  api.clock.set(iso);
  for (const queue of [
    'products.generate-slots',
    'payments.check-payout-deadlines',
    'orders.mark-not-collected',
    'payments.transfer-earnings',
    'payments.sync-all-provider-payouts',
  ] as const)
    await api.jobs.runScheduled(queue);
  await api.jobs.runDue();
}

async function buy() {
  const buyer = await createTestUser(api);
  const { id } = await buyProduct(buyer, productId);
  return { id, buyer };
}

const isOnSale = async () =>
  (await api.client()('getOffer', { params: { id: productId } })).data.slot_id !== null;
const getAccount = async () => (await seller.call('getPayoutAccount')).data;
/** Lists mails about the account alone. */
const listSubjects = () =>
  api.mails
    .filter(({ to, text }) => to === seller.email && text.includes('/seller/payout'))
    .map(({ subject }) => subject);
const getMoney = async () => {
  const { held_cents: held, pending_cents: pending } = (await seller.call('listTransfers')).data;
  const balance = await findBalance(api.db, { kind: 'seller_at_provider', userId: seller.id });
  expect(-(balance ?? 0) || 0).toBe(held);
  return { held, pending };
};

test('a month with a restriction in its middle', async () => {
  await buy();
  // Asked for more in time, it goes on selling, and is paid.
  await passTo('2026-11-11T12:00:00Z');
  await decide('needs_document');
  expect(await getAccount()).toMatchObject({
    state: 'needs_details',
    may_sell: true,
    deadline: DEADLINE,
    requirements: ['identity_document'],
  });
  expect(await getMoney()).toEqual({ held: EARNING, pending: 0 });
  await passTo('2026-11-13T12:00:00Z');
  await buy();
  await passTo('2026-11-16T12:00:00Z');
  // Both earnings went to the bank on this Monday.
  expect(await getMoney()).toEqual({ held: 0, pending: 0 });
  await passTo('2026-11-18T11:59:00Z');
  expect(await isOnSale()).toBe(true);
  const last = await buy();

  // The deadline passes, and nobody reports anything.
  const late = await createTestUser(api);
  const hold = await startPayment(late, productId);
  api.clock.advance(2 * MINUTE_MS);
  await passTo(api.clock.now().toISOString());
  expect(await getAccount()).toMatchObject({ state: 'restricted', may_sell: false });
  expect(await isOnSale()).toBe(false);
  await expectApiError(startPayment(await createTestUser(api), productId), 4);
  expect(listSubjects()).toEqual([
    'Verified: you are on sale',
    expect.stringMatching(/^Hand this in by 18 November/),
    'Your packs are off sale',
  ]);
  // Who was paying has what they were paying for.
  await harness.confirm(hold.client_secret);
  const { order } = (await late.call('completePayment', { body: { token: hold.token } })).data;

  // Paid orders are collected.
  await passTo('2026-11-18T17:40:00Z');
  for (const { id, buyer } of [last, { id: order.id, buyer: late }]) {
    const { pin } = (await buyer.call('getOrder', { params: { id } })).data;
    await seller.call('handOut', { params: { id }, body: { pin: pin! } });
    expect((await buyer.call('getOrder', { params: { id } })).data.state).toBe('collected');
  }

  // Their earnings wait, whatever time passes.
  await passTo('2026-11-24T12:00:00Z');
  await passTo('2026-11-27T12:00:00Z');
  const waiting = await getMoney();
  expect(waiting.pending).toBe(2 * EARNING);
  expect(await isOnSale()).toBe(false);
  await expectConsistentData(api.db);

  // Handed in: on sale, and paid.
  await decide('verified');
  expect(await getAccount()).toMatchObject({ state: 'verified', may_sell: true, deadline: null });
  expect(await isOnSale()).toBe(true);
  await passTo('2026-11-27T12:10:00Z');
  expect(await getMoney()).toEqual({ held: waiting.held + 2 * EARNING, pending: 0 });
  expect(listSubjects().at(-1)).toBe('Verified: you are on sale');
  await buy();
  await passTo('2026-12-07T12:00:00Z');
  await passTo('2026-12-08T12:00:00Z');
  const { data } = await seller.call('listTransactions', { query: { role: 'seller' } });
  const sumOf = (...kinds: string[]) =>
    data.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  expect([sumOf('sale'), sumOf('transfer'), sumOf('provider_payout')]).toEqual(
    [5, -5, -5].map((times) => times * EARNING),
  );
  expect(
    await reconcile(api.context, api.provider, {
      from: new Date(0),
      to: new Date(api.clock.now().getTime() + DAY_MS),
    }),
  ).toEqual([]);
  await expectConsistentData(api.db);
});
