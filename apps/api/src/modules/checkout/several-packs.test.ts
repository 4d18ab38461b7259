import { errorCodes } from '@wopack/contract';
import { beforeEach, expect, test } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  type ProductOnSale,
  payHold,
  startPayment,
  startPaymentOf,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData, findBalance } from '../../../test/support/consistency.ts';
import { runInTransaction } from '../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { createOrderHooks, refundOrder } from '../orders/index.ts';

const api = useTestApp();

let sold: ProductOnSale;
let buyer: TestUser;

beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  sold = await createProductOnSale(api, { quantity: 5 });
  buyer = await createTestUser(api, { name: 'Marta Silva', isEmailVerified: true });
});

const getLeft = () => getAvailableQuantity(buyer, sold.productId);
const getRefusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ message }: Error) => message,
  );
const getCommission = async () => (await findBalance(api.db, { kind: 'commission' })) ?? 0;
const getLastMail = () => api.mails.findLast(({ to }) => to === buyer.email);
const buy = async (quantity: number, by = buyer) =>
  payHold(by, await startPaymentOf(by, sold.productId, quantity));
const listHolds = async (by = buyer) => (await by.call('listMyHolds')).data;
const advanceToPickup = () => api.clock.set('2026-11-20T17:40:00.000Z');
const initiate = (body: Record<string, unknown>) =>
  buyer.call('initiatePayment', { body: { currency: 'EUR', productId: sold.productId, ...body } as never });

test('three packs are one hold, one payment, and one order of totals', async () => {
  const commission = await getCommission();
  const hold = await startPaymentOf(buyer, sold.productId, 3);
  expect(await getLeft()).toBe(2);
  expect(await listHolds()).toMatchObject([{ quantity: 3, amount_cents: 1197 }]);
  const order = await payHold(buyer, hold);
  expect(order).toMatchObject({ quantity: 3, returned_quantity: 0, price_cents: 1197, old_price: 36 });
  expect(await findBalance(api.db, { kind: 'seller', userId: sold.seller.id })).toBe(-810);
  expect((await getCommission()) - commission).toBe(-387);
  await api.jobs.runDue();
  expect(getLastMail()?.subject).toContain('3 × ');
  await expectAllSettled(api.db);
});

test('without a quantity one pack is bought, as it is specified', async () => {
  const order = await payHold(buyer, await startPayment(buyer, sold.productId));
  expect(order).toMatchObject({ quantity: 1, price_cents: 399 });
  expect(await getLeft()).toBe(4);
});

test('quantity and amount are refused with all that is wrong, and nothing is taken', async () => {
  for (const quantity of [0, 1.5, '2', -1, null])
    await expectApiError(initiate({ amount: 3.99, quantity }), 1, 'quantity');
  await expectApiError(initiate({ amount: 3.99, quantity: 2 }), 1, 'amount');
  await expectApiError(initiate({ amount: 7.97, quantity: 2 }), 1, 'amount');
  await expectApiError(initiate({ amount: 7.98 }), 1, 'amount');
  await expectApiError(initiate({ amount: 1, quantity: 4 }), 1, 'amount', 'quantity');
  await expectApiError(
    initiate({ amount: 1, quantity: 4, currency: 'USD' }),
    1,
    'amount',
    'currency',
    'quantity',
  );
  await expectApiError(
    initiate({ amount: 1, quantity: 9, currency: 'USD', card_amount: 'x' }),
    1,
    'amount',
    'card_amount',
    'currency',
    'quantity',
  );
  await expectApiError(
    initiate({ amount: 1, quantity: 4, card_amount: 'x' }),
    1,
    'amount',
    'card_amount',
    'quantity',
  );
  for (const quantity of [4, 8, 2 ** 40])
    expect(
      await initiate({ amount: (3.99 * quantity).toFixed(2), quantity }).catch(({ errors }) => errors),
    ).toMatchObject({ quantity: [expect.stringContaining('At most 3')] });
  expect(await getLeft()).toBe(5);
  expect(await listHolds()).toEqual([]);
});

test('more than are left: says how many, takes none', async () => {
  await buy(3, await createTestUser(api, { isEmailVerified: true }));
  const start = () => startPaymentOf(buyer, sold.productId, 3);
  await expectApiError(start(), 5, 'quantity');
  expect(await getRefusal(start())).toContain('2');
  expect(await getLeft()).toBe(2);
  expect(await listHolds()).toEqual([]);
  await buy(2);
  expect(await getLeft()).toBe(0);
});

test('another quantity changes the hold, with another intent and until the same time', async () => {
  const first = await startPaymentOf(buyer, sold.productId, 1);
  api.clock.advance(2 * MINUTE);
  const more = await startPaymentOf(buyer, sold.productId, 3);
  expect(more).toMatchObject({ token: first.token, expires_at: first.expires_at });
  expect(more.client_secret).not.toBe(first.client_secret);
  expect(await getLeft()).toBe(2);
  const fewer = await startPaymentOf(buyer, sold.productId, 2);
  expect(await getLeft()).toBe(3);
  await buyer
    .call('confirmSandboxPayment', { body: { client_secret: more.client_secret, card: GOOD_CARD } })
    .catch(() => {});
  const order = await payHold(buyer, fewer);
  expect(order).toMatchObject({ quantity: 2, price_cents: 798 });
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test('a hold that cannot grow stays as it is, with the payment that is open', async () => {
  await buy(3, await createTestUser(api, { isEmailVerified: true }));
  const hold = await startPaymentOf(buyer, sold.productId, 1);
  const start = () => startPaymentOf(buyer, sold.productId, 3);
  await expectApiError(start(), 5, 'quantity');
  expect(await getRefusal(start())).toMatch(/1 set aside.*1 more.*at most 2/);
  expect(await listHolds()).toMatchObject([{ quantity: 1, amount_cents: 399 }]);
  expect(await startPaymentOf(buyer, sold.productId, 1)).toMatchObject({ client_secret: hold.client_secret });
  await buy(1, await createTestUser(api, { isEmailVerified: true }));
  expect(await getRefusal(start())).toContain('no more than the 1');
  expect(await payHold(buyer, hold)).toMatchObject({ quantity: 1 });
  await expectAllSettled(api.db);
});

test('two devices change the quantity at once: the later one wins, and neither hears of a payment', async () => {
  await startPaymentOf(buyer, sold.productId, 1);
  const answers = await Promise.allSettled(
    [2, 3].map((quantity) => startPaymentOf(buyer, sold.productId, quantity)),
  );
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason.message).not.toContain('begun');
  const [hold] = await listHolds();
  expect([2, 3]).toContain(hold!.quantity);
  expect(await getLeft()).toBe(5 - hold!.quantity);
  const order = await payHold(buyer, await startPaymentOf(buyer, sold.productId, hold!.quantity));
  expect(order.quantity).toBe(hold!.quantity);
  await expectAllSettled(api.db);
});

test('a hold that ends gives all its units back; a late payment takes all or is refunded', async () => {
  const hold = await startPaymentOf(buyer, sold.productId, 3);
  api.clock.advance(11 * MINUTE);
  await api.jobs.runDue();
  expect(await getLeft()).toBe(5);
  await expectConsistentData(api.db);
  const other = await createTestUser(api, { isEmailVerified: true });
  await buy(3, other);
  await buyer
    .call('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card: GOOD_CARD } })
    .catch(() => {});
  await buyer.call('completePayment', { body: { token: hold.token } }).catch(() => {});
  await api.jobs.runDue();
  expect(await getLeft()).toBe(2);
  await expectAllSettled(api.db);
});

test('one of three is cancelled: its price goes back, it is on sale again, the ticket says two', async () => {
  const order = await buy(3);
  const commission = await getCommission();
  const { data } = await buyer.call('cancelOrder', {
    params: { id: order.id },
    body: { quantity: 1, of: 3 },
  });
  expect(data).toMatchObject({ state: 'paid', quantity: 3, returned_quantity: 1, refunded_cents: 399 });
  expect(data.ticket).not.toBe(order.ticket);
  expect(await getLeft()).toBe(3);
  // The answer was lost: the same again changes nothing.
  await buyer.call('cancelOrder', { params: { id: order.id }, body: { quantity: 1, of: 3 } });
  expect(await getLeft()).toBe(3);
  await expectApiError(
    buyer.call('cancelOrder', { params: { id: order.id }, body: { quantity: 3 } }),
    1,
    'quantity',
  );
  await api.jobs.runDue();
  expect((await getCommission()) - commission).toBe(129);
  await expectAllSettled(api.db);
  for (const body of [{ quantity: 0 }, { quantity: 2, of: 0 }])
    await expectApiError(
      buyer.call('cancelOrder', { params: { id: order.id }, body }),
      1,
      'of' in body ? 'of' : 'quantity',
    );
  const all = await buyer.call('cancelOrder', { params: { id: order.id }, body: { quantity: 2 } });
  expect(all.data).toMatchObject({ state: 'cancelled_by_buyer', refunded_cents: 1197 });
  expect(await getLeft()).toBe(5);
  await api.jobs.runDue();
  expect(await findBalance(api.db, { kind: 'seller', userId: sold.seller.id })).toBe(0);
  await expectAllSettled(api.db);
});

test('fewer are handed out than bought: the rest is refunded, used up, and the buyer is told', async () => {
  const { id, pin } = await buy(3);
  advanceToPickup();
  const { seller } = sold;
  await expectApiError(
    seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 4 } }),
    1,
    'quantity',
  );
  const { data } = await seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 2 } });
  expect(data).toMatchObject({ state: 'collected', handed_out_quantity: 2, returned_quantity: 1 });
  await seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 2 } });
  // Whoever counted another number is told.
  const otherwise = seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 1 } });
  await expect(otherwise).rejects.toMatchObject({
    code: errorCodes.conflict.code,
    message: expect.stringMatching(/^Packs handed out already: 2 \(.+\)\. Nothing was handed out now\.$/),
  });
  await api.jobs.runDue();
  expect(getLastMail()?.text).toContain('3');
  expect(await getLeft()).toBe(2);
  expect((await buyer.call('getOrder', { params: { id } })).data.refunded_cents).toBe(399);
  await expectAllSettled(api.db);
});

test.each(['cancelled', 'handed out'] as const)(
  'of two packs of which all but a cent was refunded at the provider, one is %s: that ends the order',
  async (how) => {
    const { id, pin } = await buy(2);
    await api.db.transaction().execute((trx) =>
      createOrderHooks(api.context).bookReturned(trx, {
        orderId: id,
        amountCents: 797,
        returnedBy: 'provider',
      }),
    );
    if (how === 'cancelled') {
      await buyer.call('cancelOrder', { params: { id }, body: { quantity: 1 } });
      expect(await getLeft()).toBe(5);
    } else {
      advanceToPickup();
      await sold.seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 1 } });
      expect(await getLeft()).toBe(3);
    }
    const { data } = await buyer.call('getOrder', { params: { id } });
    expect(data).toMatchObject({
      state: how === 'cancelled' ? 'cancelled_by_buyer' : 'refunded',
      refunded_cents: 798,
    });
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  },
);

test('packs and amounts are refunded in turn, never more than the price', async () => {
  const { id, pin } = await buy(3);
  advanceToPickup();
  await sold.seller.call('handOut', { params: { id }, body: { pin: pin! } });
  const refund = (total: { refundedTotalCents: number } | { returnedUnitsTotal: number }) =>
    runInTransaction(api.context, refundOrder, {
      orderId: id,
      decidedBy: 'operator',
      reason: 'The bread was stale.',
      ...total,
    } as Parameters<typeof refundOrder>[2]);
  expect(await refund({ refundedTotalCents: 100 })).toBe(100);
  expect(await refund({ returnedUnitsTotal: 1 })).toBe(399 + 67 - 100);
  expect(await refund({ returnedUnitsTotal: 1 })).toBe(0);
  await expect(refund({ returnedUnitsTotal: 4 })).rejects.toMatchObject({ kind: 'validation' });
  await expect(refund({ refundedTotalCents: 399 + 541 })).rejects.toMatchObject({ kind: 'validation' });
  expect(await refund({ refundedTotalCents: 399 + 540 })).toBe(399 + 540 - 466);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
  expect(await refund({ returnedUnitsTotal: 3 })).toBe(1197 - 939);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test('refunds of an order that the bank sent back are told with their sum', async () => {
  const { id } = await buy(3);
  for (const quantityBefore of [3, 2]) {
    await buyer.call('cancelOrder', { params: { id }, body: { quantity: 1, of: quantityBefore } });
    await api.jobs.runDue();
  }
  const getMoneyBack = async () => (await buyer.call('getOrder', { params: { id } })).data.money_back;
  expect(await getMoneyBack()).toMatchObject({ state: 'sent', amount_cents: 798 });
  const fail = (count: number) =>
    api.db
      .updateTable('refunds')
      .set({ state: 'failed', done_at: null })
      .where('id', 'in', (refunds) =>
        refunds
          .selectFrom('refunds')
          .innerJoin('orders', 'orders.payment_id', 'refunds.payment_id')
          .select('refunds.id')
          .where('orders.id', '=', id)
          .orderBy('refunds.id')
          .limit(count),
      )
      .execute();
  await fail(1);
  expect(await getMoneyBack()).toMatchObject({ state: 'failed', amount_cents: 399 });
  await fail(2);
  expect(await getMoneyBack()).toMatchObject({ state: 'failed', amount_cents: 798 });
  await api.db
    .updateTable('refunds')
    .set({ state: 'sent', done_at: api.clock.now() })
    .where('state', '=', 'failed')
    .execute();
});

test('the seller refunds one of two packs that it cannot hand out', async () => {
  const { id } = await buy(2);
  advanceToPickup();
  const body = { reason: 'One fell down.', packs: 1 };
  const { data } = await sold.seller.call('refundSellerOrder', { params: { id }, body });
  expect(data).toMatchObject({ state: 'paid', returned_quantity: 1, refunded_cents: 399 });
  await sold.seller.call('refundSellerOrder', { params: { id }, body });
  await expectApiError(
    sold.seller.call('refundSellerOrder', { params: { id }, body: { ...body, packs: 3 } }),
    1,
    'packs',
  );
  await api.jobs.runDue();
  expect(await getLeft()).toBe(3);
  await expectAllSettled(api.db);
});

test('partners have their share of the packs that were kept, also after it was credited', async () => {
  const partner = await createTestUser(api, { isPartner: true });
  const referred = await createTestUser(api, { referredBy: partner, isEmailVerified: true });
  const { id, pin } = await buy(3, referred);
  const sumShares = async () =>
    Number(
      (
        await api.db
          .selectFrom('affiliate_shares')
          .select(({ fn }) => fn.sum('hundredths').as('sum'))
          .where('partner_id', '=', partner.id)
          .where('state', '<>', 'reversed')
          .executeTakeFirstOrThrow()
      ).sum,
    );
  await referred.call('cancelOrder', { params: { id }, body: { quantity: 1 } });
  expect(await sumShares()).toBe(2 * 1935);
  advanceToPickup();
  await sold.seller.call('handOut', { params: { id }, body: { pin: pin! } });
  api.clock.advance(30 * 24 * 60 * MINUTE);
  await api.jobs.runScheduled('ledger.settle-months');
  const back = (total: number) =>
    runInTransaction(api.context, refundOrder, {
      orderId: id,
      returnedUnitsTotal: total,
      decidedBy: 'operator',
      reason: 'mouldy',
    });
  await back(2);
  expect(await sumShares()).toBe(1935);
  await back(3);
  expect(await sumShares()).toBe(0);
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});

test('100 buyers of one to three packs for 20 units: exactly 20 are gone', async () => {
  const busy = await createProductOnSale(api, { quantity: 20 });
  const buyers = await Promise.all(
    Array.from({ length: 100 }, () => createTestUser(api, { isEmailVerified: true })),
  );
  const results = await Promise.all(
    buyers.map(async (by, index) => {
      const quantity = (index % 3) + 1;
      return startPaymentOf(by, busy.productId, quantity).then(
        () => quantity,
        (error: { code: number }) => {
          expect(error.code).toBe(5);
          return 0;
        },
      );
    }),
  );
  // Whoever wants one takes the last.
  const sum = results.reduce((units, taken) => units + taken, 0);
  expect(sum).toBe(20);
  expect(await getAvailableQuantity(buyer, busy.productId)).toBe(0);
  await expectConsistentData(api.db);
});
