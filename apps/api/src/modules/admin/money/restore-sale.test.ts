import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStripeHarness } from '../../../../test/payment-providers/provider-harness.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  setUpPayouts,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { creditMonths } from '../../affiliates/index.ts';
import { createGrant, endGrant } from '../../credit/index.ts';
import { createPayoutRun, issueStatements, setPayoutHold } from '../../ledger/index.ts';
import { createOrderHooks, refundOrder } from '../../orders/index.ts';
import { reconcile, syncReturns } from '../../payments/index.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The price is 3.99 EUR, the seller's earning 2.70 EUR. */
const EARNING = 270;
const REASON = { reason: 'The pack was handed out, the photo of the ticket shows it.' };

const harness = createStripeHarness();
const api = useTestApp(harness.options);
beforeAll(async () => {
  harness.attach(api);
  await api.jobs.runDue();
});
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.context.config.payoutWay = 'bank_file';
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  api.mails.length = 0;
});
afterEach(async () => {
  harness.setFailure(null);
  await harness.deliverNotices({ times: 2, backwards: true });
  await expectConsistentData(api.db);
  expect(await reconcile(api.context, api.provider, { from: new Date(0), to: api.clock.now() })).toEqual([]);
});
afterAll(() => harness.close());

interface Purchase {
  id: number;
  pin: string | null;
  ref: string;
  seller: TestUser;
  buyer: TestUser;
}

async function createSeller(options: { referredBy?: TestUser } = {}): Promise<TestUser> {
  const seller = await createTestUser(api, { isSeller: true, ...options });
  await setUpPayouts(api, seller);
  await api.db.transaction().execute((trx) => setPayoutHold(trx, seller.id, null));
  if (api.context.config.payoutWay === 'stripe_connect')
    await api.db
      .insertInto('payout_accounts')
      .values({
        ...{ user_id: seller.id, provider: 'stripe', ref: `acct_${seller.id}`, state: 'verified' },
        ...{ state_since: api.clock.now(), first_verified_at: api.clock.now() },
        ...{ transfers_enabled: true, payouts_enabled: true },
        ...{ created_at: api.clock.now(), updated_at: api.clock.now() },
      })
      .execute();
  return seller;
}

async function buy(
  seller: TestUser,
  {
    buyer,
    quantity = 1,
    useCredit = false,
  }: { buyer?: TestUser; quantity?: number; useCredit?: boolean } = {},
): Promise<Purchase> {
  const { productId } = await createProductOnSale(api, { seller, quantity: 5 });
  const user = buyer ?? (await createTestUser(api));
  const { token, client_secret } = await user.call('initiatePayment', {
    body: {
      ...{ amount: ((399 * quantity) / 100).toFixed(2), currency: 'EUR', productId },
      ...(quantity > 1 && { quantity }),
      ...(useCredit && { use_credit: true }),
    },
  });
  await harness.confirm(client_secret);
  const { order } = (await user.call('completePayment', { body: { token } })).data;
  await harness.deliverNotices();
  const { provider_ref: ref } = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return { id: order.id, pin: order.pin, ref: ref!, seller, buyer: user };
}

async function handOut({ id, pin, seller }: Purchase): Promise<void> {
  api.clock.set('2026-11-20T17:40:00.000Z');
  await seller.call('handOut', { params: { id }, body: { pin: pin! } });
}

async function decide({ ref }: Purchase, outcome: 'won' | 'lost' | 'under_review'): Promise<void> {
  api.clock.advance(HOUR);
  await harness.closeDispute(ref, outcome);
  await harness.deliverNotices({ times: 2, backwards: true });
}

/** The bank gave the money back, and took it back by a later decision. */
async function turn(purchase: Purchase): Promise<void> {
  await harness.openDispute(purchase.ref);
  await harness.deliverNotices();
  await decide(purchase, 'lost');
  await decide(purchase, 'won');
}

const owed = async (kind: 'buyer' | 'seller' | 'partner' | 'credit', { id: userId }: TestUser) =>
  0 - ((await findBalance(api.db, { kind, userId })) ?? 0);
const findRefund = async (operator: TestUser, { id }: Purchase) =>
  (await operator.call('listRefunds', { query: { order_id: id } })).items[0]!;
const restore = async (operator: TestUser, purchase: Purchase) =>
  operator.call('restoreSale', {
    params: { id: (await findRefund(operator, purchase)).id },
    body: REASON,
  });
const getOrder = async ({ id, buyer }: Purchase) => (await buyer.call('getOrder', { params: { id } })).data;
const listSubjects = ({ email }: TestUser, words: string) =>
  api.mails.filter(({ to, subject }) => to === email && subject.startsWith(words)).length;
const passTime = (days: number) => api.clock.advance(days * DAY);

test('the seller has the earning again, once, and all sides are told', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  await turn(purchase);
  const finance = await createTestOperator(api, 'finance');
  expect([await owed('seller', seller), await owed('buyer', purchase.buyer)]).toEqual([0, 399]);
  expect(await findRefund(finance, purchase)).toMatchObject({ state: 'failed', can_restore: true });
  await Promise.all([restore(finance, purchase), restore(finance, purchase)]);
  await restore(finance, purchase);
  await api.jobs.runDue();
  expect([await owed('seller', seller), await owed('buyer', purchase.buyer)]).toEqual([EARNING, 0]);
  expect(await getOrder(purchase)).toMatchObject({
    state: 'collected',
    refunded_cents: 0,
    money_back: null,
    dispute: 'won',
  });
  expect(await findRefund(finance, purchase)).toMatchObject({
    state: 'restored',
    can_restore: false,
    error: null,
    done_at: expect.any(String),
  });
  expect(listSubjects(seller, 'Your earning is back')).toBe(1);
  expect(listSubjects(purchase.buyer, 'Your order counts as bought')).toBe(1);
  expect(api.mails.find(({ subject }) => subject.startsWith('Your earning is back'))!.text).toContain(
    '€2.70',
  );
  const { data } = await seller.call('listTransactions', { query: { role: 'seller' } });
  expect(data.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['restored', EARNING],
    ['reversal', -EARNING],
    ['sale', EARNING],
  ]);
  const audit = await api.db
    .selectFrom('audit_entries')
    .select(['before', 'after', 'reason'])
    .where('action', '=', 'restoreSale')
    .where('subject_id', '=', String(purchase.id))
    .orderBy('id')
    .execute();
  // Those that were repeated say that they did nothing.
  expect(audit.slice(1).map(({ after }) => after)).toEqual(
    Array.from({ length: 2 }, () => ({ state: 'restored', amount_cents: 399, without_effect: true })),
  );
  expect(audit[0]).toEqual({
    before: { refund: expect.any(Number), state: 'failed' },
    after: { state: 'restored', amount_cents: 399 },
    reason: REASON.reason,
  });
});

test('a report that the bank answered waits again, and the time line has each amount that went back', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  const { id } = purchase;
  await purchase.buyer.call('reportOrder', { params: { id }, body: { text: 'The bag was empty.' } });
  await turn(purchase);
  const finance = await createTestOperator(api, 'finance');
  expect((await getOrder(purchase)).report).toMatchObject({ answered_by: 'operator' });
  api.clock.set('2026-11-21T12:00:00.000Z');
  await restore(finance, purchase);
  expect((await getOrder(purchase)).report).toMatchObject({ answer: null, answered_by: null });
  await seller.call('answerReport', { params: { id }, body: { answer: 'It was full.' } });
  await finance.call('refundAdminOrder', {
    params: { id },
    body: { refunded_total_cents: 399, reason: 'nothing in it' },
  });
  const { time_line: events } = (await finance.call('getAdminOrder', { params: { id } })).data;
  const refunded = events.filter(({ kind }) => kind === 'refunded');
  expect(refunded.map(({ by, amount_cents }) => [by, amount_cents])).toEqual([
    ['bank', 399],
    ['operator', 399],
  ]);
});

describe.each(['bank_file', 'stripe_connect'] as const)('paid by %s', (way) => {
  beforeEach(() => {
    api.context.config.payoutWay = way;
  });
  async function pay(): Promise<void> {
    await api.jobs.runScheduled('payments.transfer-earnings');
    await api.jobs.runDue();
    await issueStatements(api.context);
    if (way === 'bank_file') await runInTransaction(api.context, createPayoutRun, null).catch(() => null);
  }
  const getPaid = async ({ id }: TestUser): Promise<number> => {
    const table = way === 'bank_file' ? 'payouts' : 'provider_transfers';
    const rows =
      table === 'payouts'
        ? await api.db.selectFrom('payouts').select('amount_cents').where('user_id', '=', id).execute()
        : (
            await api.db
              .selectFrom('provider_transfers')
              .select(['amount_cents', 'reverses'])
              .where('user_id', '=', id)
              .where('state', '=', 'made')
              .execute()
          ).map(({ amount_cents, reverses }) => ({ amount_cents: reverses ? -amount_cents : amount_cents }));
    return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  };

  test('the next payment has it, and all papers agree', async () => {
    const seller = await createSeller();
    const purchase = await buy(seller);
    await handOut(purchase);
    api.clock.set('2026-12-05T12:00:00Z');
    await pay();
    expect(await getPaid(seller)).toBe(EARNING);
    await turn(purchase);
    await pay();
    const finance = await createTestOperator(api, 'finance');
    await restore(finance, purchase);
    expect(await owed('seller', seller)).toBe(way === 'bank_file' ? 0 : EARNING);
    await buy(seller);
    api.clock.set('2027-01-05T12:00:00Z');
    await api.jobs.runScheduled('orders.mark-not-collected');
    await pay();
    expect(await getPaid(seller)).toBe(2 * EARNING);
    expect(await owed('seller', seller)).toBe(0);

    const statements = (await seller.call('listStatements')).data;
    const lines = await Promise.all(
      statements.map(async ({ id }) => (await seller.call('getStatement', { params: { id } })).data.lines),
    );
    expect(
      lines
        .flat()
        .filter(({ order_id }) => order_id === purchase.id)
        .filter(({ kind }) => !kind.startsWith('transfer'))
        .map((line) => [line.kind, line.amount_cents, line.commission_cents, line.packs])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    ).toEqual([
      ['restored', EARNING, 129, 1],
      ['reversal', -EARNING, -129, 1],
      ['sale', EARNING, 129, 1],
    ]);
    for (const { id } of statements)
      for (const name of ['exportStatementCsv', 'exportStatementPdf'] as const)
        expect((await seller.call(name, { params: { id } })).size).toBeGreaterThan(100);
    const sales = (
      await seller.call('getSalesStatistics', { query: { from: '2026-11-20', to: '2026-12-31' } })
    ).data;
    expect(sales.totals).toMatchObject({ sold: 2, refunded_cents: 0, earning_cents: 2 * EARNING });
    await api.jobs.runScheduled('admin.compute-tax-years');
    const { items } = await finance.call('listTaxSellers', { query: { year: 2026, seller_id: seller.id } });
    expect(items[0]).toMatchObject({ orders: 2, earning_cents: 2 * EARNING, fees_cents: 2 * 129 });
  });

  test('lost and won again each turn leaves ledger, provider and payments equal', async () => {
    const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
    const seller = await createSeller({ referredBy: partner });
    const purchase = await buy(seller);
    await handOut(purchase);
    const finance = await createTestOperator(api, 'finance');
    await turn(purchase);
    for (let round = 1; round <= 3; round++) {
      await restore(finance, purchase);
      passTime(20);
      await pay();
      await creditMonths(api.context);
      await expectConsistentData(api.db);
      expect(await getOrder(purchase)).toMatchObject({ state: 'collected', money_back: null });
      await decide(purchase, 'lost');
      expect(await getOrder(purchase)).toMatchObject({
        state: 'refunded',
        money_back: { state: 'disputed', amount_cents: 399 },
      });
      await pay();
      await expectConsistentData(api.db);
      await decide(purchase, 'won');
      expect(await owed('buyer', purchase.buyer)).toBe(399);
    }
    await restore(finance, purchase);
    passTime(40);
    await pay();
    await creditMonths(api.context);
    passTime(40);
    await creditMonths(api.context);
    expect((await getPaid(seller)) + (await owed('seller', seller))).toBe(EARNING);
    // 15 % of the commission, rounded by month.
    expect(Math.abs((await owed('partner', partner)) - 19)).toBeLessThanOrEqual(1);
  });
});

test('partners have their shares again, credited before or not', async () => {
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
  const seller = await createSeller({ referredBy: partner });
  const sumShares = async () => {
    const { data } = await partner.call('listShares', { query: {} });
    return data.reduce((sum, { state, hundredths }) => (state === 'reversed' ? sum : sum + hundredths), 0);
  };
  const finance = await createTestOperator(api, 'finance');
  const uncredited = await buy(seller);
  const credited = await buy(seller);
  await turn(uncredited);
  expect(await sumShares()).toBe(1935);
  api.clock.set('2026-12-05T12:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  await api.jobs.runScheduled('affiliates.approve-shares');
  await creditMonths(api.context);
  await turn(credited);
  expect(await sumShares()).toBe(0);
  await restore(finance, uncredited);
  await restore(finance, credited);
  expect(await sumShares()).toBe(2 * 1935);
  const { data } = await partner.call('listShares', { query: {} });
  expect(data.map(({ hundredths, state, reason }) => [hundredths, state, reason]).toSorted()).toEqual([
    [-1935, 'approved', 'refunded'],
    [1935, 'approved', 'restored'],
    [1935, 'approved', 'restored'],
    [1935, 'credited', 'time_over'],
  ]);
  await expectConsistentData(api.db);
});

test('units of a restored sale go back as those of any other', async () => {
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
  const seller = await createSeller({ referredBy: partner });
  const purchase = await buy(seller, { quantity: 3 });
  api.clock.set('2026-12-05T12:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  await api.jobs.runScheduled('affiliates.approve-shares');
  await creditMonths(api.context);
  await turn(purchase);
  await restore(await createTestOperator(api, 'finance'), purchase);
  await runInTransaction(api.context, refundOrder, {
    orderId: purchase.id,
    returnedUnitsTotal: 1,
    decidedBy: 'operator',
    reason: 'stale',
  });
  await api.jobs.runDue();
  expect(await owed('seller', seller)).toBe(2 * EARNING);
  await expectConsistentData(api.db);
  await decide(purchase, 'lost');
  expect([await owed('seller', seller), await owed('buyer', purchase.buyer)]).toEqual([0, 0]);
  await expectConsistentData(api.db);
  await decide(purchase, 'won');
  await restore(await createTestOperator(api, 'finance'), purchase);
  expect(await owed('seller', seller)).toBe(2 * EARNING);
});

test('credit that paid a part is spent again, as far as the buyer still has it', async () => {
  const now = api.clock.now();
  const seller = await createSeller();
  const promotions = async () => (await findBalance(api.db, { kind: 'promotions' })) ?? 0;
  const finance = await createTestOperator(api, 'finance');
  for (const isSpent of [false, true]) {
    const before = await promotions();
    const buyer = await createTestUser(api);
    const grant = await api.db.transaction().execute((trx) =>
      createGrant(trx, {
        ...{ userId: buyer.id, source: 'support', amountCents: 150, sellerId: null, endsAt: null },
        now,
      }),
    );
    const purchase = await buy(seller, { buyer, useCredit: true });
    await handOut(purchase);
    await turn(purchase);
    expect([await owed('credit', buyer), await owed('buyer', buyer)]).toEqual([150, 249]);
    if (isSpent)
      await api.db
        .transaction()
        .execute((trx) => endGrant(trx, { grantId: grant!.id, now: api.clock.now() }));
    await restore(finance, purchase);
    expect([await owed('credit', buyer), await owed('buyer', buyer)]).toEqual([0, 0]);
    expect((await promotions()) - before).toBe(150);
    api.clock.set(FRIDAY_NOON);
  }
  expect(await owed('seller', seller)).toBe(2 * EARNING);
});

test('credit that the shop gave ends with the refund, does not come back, and can be given again', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  const params = { id: purchase.id };
  const give = (given_cents: number) =>
    seller.call('giveOrderCredit', {
      params,
      body: { amount_cents: 200, given_cents, note: 'The bread was from yesterday.' },
    });
  api.clock.set('2026-11-21T12:00:00Z');
  await give(0);
  await turn(purchase);
  expect([await owed('credit', purchase.buyer), await owed('seller', seller)]).toEqual([0, 0]);
  await restore(await createTestOperator(api, 'finance'), purchase);
  expect([await owed('credit', purchase.buyer), await owed('seller', seller)]).toEqual([0, EARNING]);
  expect((await seller.call('getOrderCredit', { params })).data).toMatchObject({
    given_cents: 200,
    max_cents: EARNING,
  });
  await give(200);
  expect([await owed('credit', purchase.buyer), await owed('seller', seller)]).toEqual([200, EARNING - 200]);
  expect((await seller.call('getOrderCredit', { params })).data.max_cents).toBe(EARNING - 200);
});

test('the list of sales by VAT rate has the sale again', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  await runInTransaction(api.context, refundOrder, {
    orderId: purchase.id,
    refundedTotalCents: 99,
    decidedBy: 'operator',
    reason: 'stale',
  });
  await api.jobs.runDue();
  await turn(purchase);
  await restore(await createTestOperator(api, 'finance'), purchase);
  const { text } = await sendRequest(api, 'exportVatSales', {
    query: { from: '2026-11-01', to: '2026-12-31' },
    token: seller.token,
    language: 'en',
  } as never);
  const lines = text
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
    .filter((cells) => cells[2] === String(purchase.id))
    .map((cells) => [cells[0], cells[6]]);
  expect(lines.toSorted()).toEqual([
    ['refund', '-0.99'],
    ['refund', '-3.00'],
    ['sale restored', '3.00'],
    ['sale', '3.99'],
  ]);
  expect(await getOrder(purchase)).toMatchObject({ state: 'collected', refunded_cents: 99 });
  expect(await owed('seller', seller)).toBe(EARNING - 99);
});

test('what anybody else decided, or a bank still decides on, goes to the buyer', async () => {
  const seller = await createSeller();
  const [finance, support] = [
    await createTestOperator(api, 'finance'),
    await createTestOperator(api, 'support'),
  ];
  const early = await buy(seller);
  await turn(early);
  expect(await findRefund(finance, early)).toMatchObject({ state: 'failed', can_restore: false });
  await expectApiError(restore(finance, early), 5);
  const { id } = await findRefund(finance, early);
  await expectApiError(support.call('restoreSale', { params: { id }, body: REASON }), 3);
  await expectApiError(finance.call('restoreSale', { params: { id }, body: { reason: ' ' } }), 1, 'reason');
  // Nobody decides on what concerns them.
  const own = await createTestOperator(api, 'finance', { user: seller });
  await expectApiError(own.call('restoreSale', { params: { id }, body: REASON }), 5);

  api.clock.set(FRIDAY_NOON);
  const refunded = await buy(seller);
  await harness.openDispute(refunded.ref);
  await harness.deliverNotices();
  await runInTransaction(api.context, refundOrder, {
    orderId: refunded.id,
    refundedTotalCents: 'all',
    decidedBy: 'seller',
    reason: 'Nothing left.',
  });
  await decide(refunded, 'lost');
  await decide(refunded, 'won');
  api.clock.set('2026-11-22T12:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect(await findRefund(finance, refunded)).toMatchObject({ state: 'failed', can_restore: false });
  await expectApiError(restore(finance, refunded), 5);

  // The early one is never handed out: it counts as not collected.
  await decide(early, 'under_review');
  expect(await findRefund(finance, early)).toMatchObject({ can_restore: false });
  await expectApiError(restore(finance, early), 5);
  await decide(early, 'won');
  expect(await findRefund(finance, early)).toMatchObject({ can_restore: true });
  await restore(finance, early);
  expect(await getOrder(early)).toMatchObject({ state: 'not_collected', refunded_cents: 0 });
});

test('of decisions at once one has effect, also beside the bank and a payout run', async () => {
  const seller = await createSeller();
  const finance = await Promise.all(
    ['Paula Reis', 'Rui Dias', 'Inês Duarte'].map((name) => createTestOperator(api, 'finance', { name })),
  );
  const tolerate = (call: Promise<unknown>) =>
    call.catch((error: { code: number }) => expect([5], String(error)).toContain(error.code));
  for (let time = 0; time < 3; time++) {
    api.clock.set(FRIDAY_NOON);
    const purchase = await buy(seller);
    await handOut(purchase);
    await turn(purchase);
    const params = { id: (await findRefund(finance[0]!, purchase)).id };
    const isDecidedByBank = time === 2;
    if (isDecidedByBank) await harness.closeDispute(purchase.ref, 'lost');
    await Promise.all([
      tolerate(finance[0]!.call('restoreSale', { params, body: REASON })),
      tolerate(finance[1]!.call('restoreSale', { params, body: REASON })),
      tolerate(finance[2]!.call('repeatRefund', { params, body: REASON })),
      runInTransaction(api.context, createPayoutRun, null),
      isDecidedByBank && harness.deliverNotices({ times: 2 }),
    ]);
    await api.jobs.runDue({ mayFail: true });
    await harness.deliverNotices({ times: 2, backwards: true });
    await expectConsistentData(api.db);
    const { state } = await getOrder(purchase);
    expect(await owed('buyer', purchase.buyer)).toBe(0);
    if (isDecidedByBank) expect(state).toBe('refunded');
  }
});

test('a restored order that is refunded by an operator goes back to the card; what a bank gives on top is a loss', async () => {
  const before = (await findBalance(api.db, { kind: 'disputes' })) ?? 0;
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  await turn(purchase);
  const finance = await createTestOperator(api, 'finance');
  await restore(finance, purchase);
  const owner = await createTestOperator(api, 'owner');
  await owner.call('refundAdminOrder', {
    params: { id: purchase.id },
    body: { refunded_total_cents: 399, reason: 'A mistake of ours.' },
  });
  await api.jobs.runDue();
  expect(await getOrder(purchase)).toMatchObject({
    state: 'refunded',
    money_back: { state: 'sent', amount_cents: 399 },
  });
  expect([await owed('seller', seller), await owed('buyer', purchase.buyer)]).toEqual([0, 0]);
  await decide(purchase, 'lost');
  expect(((await findBalance(api.db, { kind: 'disputes' })) ?? 0) - before).toBe(399);
  await decide(purchase, 'won');
  expect(((await findBalance(api.db, { kind: 'disputes' })) ?? 0) - before).toBe(0);
  expect((await findRefund(finance, purchase)).can_restore).toBe(false);
});

test('nothing is decided while the provider does not answer', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller);
  await handOut(purchase);
  await turn(purchase);
  const finance = await createTestOperator(api, 'finance');
  const params = { id: (await findRefund(finance, purchase)).id };
  harness.setFailure('away');
  await expectApiError(finance.call('restoreSale', { params, body: REASON }), 9);
  harness.setFailure(null);
  expect(await owed('seller', seller)).toBe(0);
  // A buyer who left is no obstacle.
  await purchase.buyer.call('deleteAccount', { body: { password: TEST_PASSWORD } }).catch(() => null);
  await finance.call('restoreSale', { params, body: REASON });
  expect(await owed('seller', seller)).toBe(EARNING);
});

test('discounts are paid again by who paid them', async () => {
  const seller = await createSeller();
  const finance = await createTestOperator(api, 'finance');
  const now = api.clock.now();
  for (const payer of [null, seller.id]) {
    const code = `RESTORE${payer ?? 'X'}`;
    await api.db
      .insertInto('discount_codes')
      .values({
        ...{ code, name: 'test', effect: 'amount', amount_cents: 101, seller_id: payer },
        ...{ starts_at: now, created_at: now },
      })
      .execute();
    api.clock.set(FRIDAY_NOON);
    const { productId } = await createProductOnSale(api, { seller, quantity: 5 });
    const buyer = await createTestUser(api);
    const { token, client_secret } = await buyer.call('initiatePayment', {
      body: { amount: 3.99, currency: 'EUR', productId, code },
    });
    await harness.confirm(client_secret);
    const { order } = (await buyer.call('completePayment', { body: { token } })).data;
    await harness.deliverNotices();
    const { provider_ref: ref } = await api.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    const purchase = { id: order.id, pin: order.pin, ref: ref!, seller, buyer };
    const before = await owed('seller', seller);
    await handOut(purchase);
    await turn(purchase);
    await restore(finance, purchase);
    expect(await owed('seller', seller)).toBe(before);
    await expectConsistentData(api.db);
  }
});

test('of a part that a bank gave back the earning is restored, before the pickup too', async () => {
  const seller = await createSeller();
  const purchase = await buy(seller, { quantity: 2 });
  const finance = await createTestOperator(api, 'finance');
  /** What the provider says of a dispute of a part. */
  const report = async (status: 'lost' | 'won', withdrawnCents: number) => {
    api.clock.advance(HOUR);
    const { returnsOf } = api.provider;
    const dispute = {
      ...{ ref: `dp_part_${purchase.id}`, paymentRef: purchase.ref, amountCents: 100, reason: 'fraudulent' },
      ...{ status, withdrawnCents, isRefundable: false, respondBy: null, openedAt: api.clock.now() },
    };
    api.provider.returnsOf = () => Promise.resolve({ refunds: [], disputes: [dispute] });
    await syncReturns(api.context, api.provider, createOrderHooks(api.context), purchase.ref);
    Object.assign(api.provider, { returnsOf });
  };
  for (let time = 0; time < 2; time++) {
    await report('lost', 100);
    expect(await getOrder(purchase)).toMatchObject({ state: 'paid', refunded_cents: 100, pin: null });
    expect(await owed('seller', seller)).toBe(2 * EARNING - 100);
    await report('won', 0);
    await restore(finance, purchase);
    expect(await getOrder(purchase)).toMatchObject({ state: 'paid', refunded_cents: 0, pin: purchase.pin });
    expect([await owed('seller', seller), await owed('buyer', purchase.buyer)]).toEqual([2 * EARNING, 0]);
    await expectConsistentData(api.db);
  }
  const { data } = await seller.call('listTransactions', { query: { role: 'seller' } });
  expect(data.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['restored', 100],
    ['partial_refund', -100],
    ['restored', 100],
    ['partial_refund', -100],
    ['sale', 2 * EARNING],
  ]);
  // The provider knows nothing of this dispute.
  await report('lost', 100);
  await report('won', 0);
  await restore(finance, purchase);
  await api.jobs.runScheduled('admin.compute-tax-years');
  const { items } = await finance.call('listTaxSellers', { query: { year: 2026, seller_id: seller.id } });
  expect(items[0]).toMatchObject({ orders: 2, earning_cents: 2 * EARNING });
});
