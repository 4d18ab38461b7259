import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createStripeHarness } from '../../../../../test/payment-providers/provider-harness.ts';
import { WEBHOOK_SECRET } from '../../../../../test/payment-providers/stripe-server.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../../test/support/builders.ts';
import { findBalance } from '../../../../../test/support/consistency.ts';
import { MINUTE, useTestApp } from '../../../../../test/support/test-app.ts';
import { buildApp } from '../../../../app.ts';
import { parseConfig } from '../../../../config/config.ts';

const harness = createStripeHarness({ pauseMs: 60_000 });
const api = useTestApp(harness.options);
beforeAll(() => harness.attach(api));
afterEach(() => harness.setFailure(null));
afterAll(() => harness.close());

const epochSeconds = () => Math.floor(api.clock.now().getTime() / 1000);
const postWebhook = async (payload: string, signature: string) =>
  (
    await api.app.inject({
      method: 'POST',
      url: '/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
  ).json();
const signPayload = (payload: string, { secret = WEBHOOK_SECRET, timestamp = epochSeconds() } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

async function payWithStripe(buyer: TestUser) {
  const { productId } = await createProductOnSale(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  await harness.confirm(client_secret);
  return token;
}

test('unsigned, wrongly signed, changed and old notices are refused', async () => {
  const buyer = await createTestUser(api);
  // Runs the jobs of the startup first, whose requests are not part of the test.
  await api.jobs.runDue();
  await payWithStripe(buyer);
  const event = harness.server.state.events.find(({ type }) => type === 'payment_intent.succeeded')!;
  const payload = JSON.stringify(event);
  const validPayload = signPayload(payload);
  for (const [body, signature] of [
    [payload, ''],
    [payload, signPayload(payload, { secret: 'whsec_other' })],
    [payload.replace('399', '398'), validPayload],
    [payload, signPayload(payload, { timestamp: epochSeconds() - 301 })],
    ['{', signPayload('{', { secret: 'whsec_other' })],
  ] as const)
    expect(await postWebhook(body, signature)).toMatchObject({ code: 3 });
  await api.jobs.runDue();
  expect((await buyer.call('listOrders')).data).toEqual([]);
  expect(await postWebhook(payload, validPayload)).toEqual({ received: true });
  await api.jobs.runDue();
  expect((await buyer.call('listOrders')).data).toHaveLength(1);
});

const intent = { object: 'payment_intent', id: 'pi_1', metadata: {} };
const MALFORMED_NOTICES: unknown[] = [
  ...[undefined, null, 1, 'text', [], {}],
  { type: 'payment_intent.succeeded' },
  { type: 'payment_intent.succeeded', data: null },
  { type: 'payment_intent.succeeded', data: { object: null } },
  { type: 'payment_intent.succeeded', data: { object: { ...intent, object: 7 } } },
  { type: 'payment_intent.succeeded', data: { object: { ...intent, metadata: null } } },
  { type: 'payment_intent.succeeded', data: { object: { ...intent, id: 5 } } },
  { type: 7, data: { object: intent } },
  { type: 'charge.dispute.closed', data: { object: { object: 'dispute' } } },
  { type: 'charge.dispute.closed', data: { object: { object: 'dispute', id: '../../v1/refunds' } } },
  { type: 'refund.updated', data: { object: { object: 'refund', id: 're_1' } } },
  { type: 'refund.updated', data: { object: { object: 'refund', id: 're_1', payment_intent: [] } } },
  { type: 'transfer.created', data: { object: { object: 'transfer', id: '' } } },
  { type: 'account.updated', data: { object: { object: 'account' } } },
  { type: 'payout.paid', account: {}, data: { object: { object: 'payout', id: 'po_1' } } },
  { type: 'payout.paid', account: 'acct_1', data: { object: { object: 'payout' } } },
  { object: 'v2.core.event', type: 'v1.charge.refunded', related_object: { id: 'ch_1' } },
];

test('a signed notice that cannot be read is refused with 422 and counted, and causes nothing', async () => {
  const app = await buildApp(
    { ...api.context, config: { ...api.context.config, metricsPort: 0 } },
    { provider: api.provider, paintDemo: null, webDir: null },
  );
  const post = async (notice: unknown) => {
    const payload = notice === undefined ? '{' : JSON.stringify(notice);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signPayload(payload) };
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/stripe/webhook',
      headers,
      payload,
    });
    return { statusCode, ...JSON.parse(body) };
  };
  const countMalformed = async () =>
    /^wopack_malformed_notices_total (\d+)$/m.exec(await app.metrics.client.register.metrics())?.[1];
  expect(await countMalformed()).toBe('0');
  for (const notice of MALFORMED_NOTICES)
    expect([notice, await post(notice)]).toMatchObject([
      notice,
      { statusCode: 422, code: 1, message: expect.stringContaining('notice') },
    ]);
  const count = String(MALFORMED_NOTICES.length);
  expect(await countMalformed()).toBe(count);
  // What is well-formed and nobody's matter is received.
  for (const notice of [
    { type: 'customer.created', data: { object: { object: 'customer', id: 'cus_1' } } },
    { type: 'payment_intent.succeeded', data: { object: intent } },
    { type: 'refund.created', data: { object: { object: 'refund', id: 're_1', payment_intent: null } } },
  ])
    expect(await post(notice)).toEqual({ statusCode: 200, received: true });
  expect(await countMalformed()).toBe(count);
});

test('a notice that is nested too deeply is refused before it is parsed', async () => {
  const payload = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(await postWebhook(payload, signPayload(payload))).toMatchObject({ code: 1 });
});

test('the account says whether its keys are live, may charge, and where wallets are registered', async () => {
  const { account } = harness.server;
  expect(await api.provider.describeAccount('wopack.example')).toEqual({
    isLive: false,
    canCharge: true,
    hasMbWay: false,
    domains: [],
  });
  Object.assign(account, { isLive: true, canCharge: false, mbWay: 'active' });
  account.domains.push({ name: 'wopack.example', applePay: 'inactive', googlePay: 'active' });
  expect(await api.provider.describeAccount('wopack.example')).toEqual({
    isLive: true,
    canCharge: false,
    hasMbWay: true,
    domains: [{ name: 'wopack.example', applePay: false, googlePay: true }],
  });
  expect((await api.provider.describeAccount('other.example')).domains).toEqual([]);
  harness.setFailure('slow');
  await expect(api.provider.describeAccount('wopack.example')).rejects.toThrow();
});

test('payments of another shop on the same account are ignored', async () => {
  const { state: stripeRecords } = harness.server;
  const params = { amount: '100', currency: 'eur', 'allowed_payment_method_types[0]': 'card' };
  const { id, client_secret } = stripeRecords.createIntent(new URLSearchParams(params));
  stripeRecords.confirmIntent(id, client_secret, '4000000000000259');
  await harness.deliverNotices();
  await api.jobs.runDue();
  const listed = await api.provider.list({ from: new Date(0), to: new Date('2030-01-01') });
  expect(listed.map((payment) => payment.id)).not.toContain(id);
});

test('a list longer than a page is complete', async () => {
  const { state: stripeRecords } = harness.server;
  const form = {
    currency: 'eur',
    'allowed_payment_method_types[0]': 'card',
    'metadata[wopack_payment]': 'x',
  };
  api.clock.advance(24 * 60 * MINUTE);
  const from = api.clock.now();
  const ids = Array.from(
    { length: 205 },
    () => stripeRecords.createIntent(new URLSearchParams({ ...form, amount: '399' })).id,
  );
  const listed = await api.provider.list({ from, to: new Date(from.getTime() + MINUTE) });
  expect(listed.map(({ id }) => id)).toEqual(ids);
});

test('a won dispute posts the returned amount', async () => {
  api.context.config.operator.email = 'cards@town.example';
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  await harness.confirm(client_secret, '4000000000000259');
  await buyer.call('completePayment', { body: { token } });
  await harness.deliverNotices();
  const operatorMails = () => api.mails.filter(({ to }) => to === 'cards@town.example');
  expect(operatorMails()).toMatchObject([
    { text: expect.stringMatching(/^dp_.*, answer by 20\d\d-\d\d-\d\d$/m) },
  ]);
  const before = await findBalance(api.db, { kind: 'disputes' });
  harness.server.state.winDispute([...harness.server.state.disputes.keys()].at(-1)!);
  await harness.deliverNotices({ times: 2, backwards: true });
  const dispute = await api.db.selectFrom('disputes').selectAll().orderBy('id', 'desc').executeTakeFirst();
  expect(dispute).toMatchObject({ status: 'won', withdrawn_cents: 0 });
  expect([before, await findBalance(api.db, { kind: 'disputes' })]).toEqual([399, 0]);
  // Once, when it opened.
  expect(operatorMails()).toHaveLength(1);
});

test('a cancelled authorisation still has the mark of its card', async () => {
  const { ref, clientSecret } = await api.provider.createIntent({
    amountCents: 399,
    idempotencyKey: 'cancelled authorisation',
    capturesLater: true,
  });
  await harness.confirm(clientSecret);
  const { cardFingerprint } = await api.provider.retrieve(ref);
  expect(cardFingerprint).toEqual(expect.any(String));
  expect(await api.provider.cancel(ref)).toEqual({
    status: 'canceled',
    isAwaited: false,
    method: 'card',
    failure: null,
    cardLast4: '4242',
    cardFingerprint,
  });
});

test('the content security policy allows Stripe’s script and frames', async () => {
  const page = await api.app.inject({ url: '/api/v1/payment/provider' });
  expect(page.headers['content-security-policy']).toContain("script-src 'self' https://js.stripe.com");
  expect(page.headers['content-security-policy']).toContain('frame-src https://js.stripe.com');
});

test('an incomplete set of keys is refused at startup', () => {
  expect(() => parseConfig({ STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk' })).toThrow(
    'STRIPE_WEBHOOK_SECRET',
  );
  expect(parseConfig({}).stripe).toBeNull();
});

test('a permanently refused refund does not block others', async () => {
  const [requestCount, waitingJobs] = [await createTestUser(api), await createTestUser(api)];
  const token = await payWithStripe(requestCount);
  const { id } = (await requestCount.call('completePayment', { body: { token } })).data.order;
  await requestCount.call('cancelOrder', { params: { id }, body: {} });
  const { provider_ref } = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  harness.refuseRefunds(provider_ref!, true);
  await payWithStripe(waitingJobs);
  await harness.dropNotices();
  await api.jobs.runScheduled('payments.retry-refunds');
  await api.jobs.runScheduled('checkout.sync-holds');
  const { error } = await api.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('error')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  expect(error).toContain('balance_insufficient');
  expect((await waitingJobs.call('listOrders')).data).toMatchObject([{ state: 'paid' }]);
});

test('consecutive failures open the circuit breaker', async () => {
  const [{ productId }, buyer] = [await createProductOnSale(api), await createTestUser(api)];
  harness.setFailure('error');
  for (let time = 0; time < 5; time++) await expectApiError(startPayment(buyer, productId), 9);
  const { length } = harness.server.receivedRequests;
  await expectApiError(startPayment(buyer, productId), 9);
  expect(harness.server.receivedRequests).toHaveLength(length);
  // Reads are not affected.
  expect((await buyer.call('getOffer', { params: { id: productId } })).data.quantity).toBe(3);
  expect((await buyer.call('listMyHolds')).data).toEqual([]);
});
