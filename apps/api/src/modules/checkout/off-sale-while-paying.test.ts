import { beforeEach, describe, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  GOOD_CARD,
  getSlotId,
  type ProductOnSale,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { FRIDAY_NOON, lockRow, useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { getOrderDetails } from '../orders/index.ts';
import { closeCancelledSlot, setSellerProductsOnSale } from '../products/index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));
const TODAY = '2026-11-20';

const stopSelling = ({ seller }: ProductOnSale) =>
  seller.call('updateSellerRole', { body: { is_owner: false } });
const pausePlace = ({ seller, salePlaceId }: ProductOnSale, paused: boolean) =>
  seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused } });
const pauseProduct = ({ seller, productId }: ProductOnSale, paused: boolean) =>
  seller.call('pauseProduct', { params: { id: productId }, body: { paused } });
const removeProduct = ({ seller, productId }: ProductOnSale) =>
  seller.call('deleteProduct', { params: { id: productId } });
const removePlace = ({ seller, salePlaceId }: ProductOnSale) =>
  seller.call('deleteSalePlace', { params: { id: salePlaceId } });

const waysOffSale: [name: string, takeOff: (of: ProductOnSale) => Promise<unknown>][] = [
  ['its seller stops selling', stopSelling],
  ['its sale place is paused', (of) => pausePlace(of, true)],
  ['its sale place is removed', removePlace],
  ['it is paused', (of) => pauseProduct(of, true)],
  ['it is removed', removeProduct],
  [
    'its date is closed',
    ({ seller, productId: id }) =>
      seller.call('updateDateOverride', { params: { id, date: TODAY }, body: { plan: 'closed' } }),
  ],
  [
    'its sale place goes on holiday',
    ({ seller, salePlaceId: id }) =>
      seller.call('saveHoliday', {
        params: { id },
        body: { name: 'Férias', date_from: TODAY, date_to: TODAY },
      }),
  ],
];

const slotToday = async ({ productId }: ProductOnSale) => {
  const id = await getSlotId(api, productId, TODAY);
  return api.db
    .selectFrom('pickup_slots')
    .select(['id', 'quantity', 'units_left'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};
const paymentsOf = ({ id }: TestUser) =>
  api.db.selectFrom('payments').select('state').where('user_id', '=', id).execute();
const ordersOf = ({ id }: TestUser) =>
  api.db.selectFrom('orders').select('state').where('user_id', '=', id).execute();
const stateOf = async (productId: number) =>
  (await api.db.selectFrom('products').select('state').where('id', '=', productId).executeTakeFirstOrThrow())
    .state;
const complete = (buyer: TestUser, token: string) => buyer.call('completePayment', { body: { token } });

/** A buyer who paid while the provider was unreachable: the hold has expired, the payment is not settled yet. */
async function paidLate(of: ProductOnSale) {
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, of.productId);
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  const { cancel } = api.provider;
  api.provider.cancel = async () => {
    throw new Error('unreachable');
  };
  await buyer.call('failPayment', { body: { token } });
  Object.assign(api.provider, { cancel });
  return { buyer, token };
}

describe.each(waysOffSale)('%s', (_name, takeOff) => {
  test('between reading the offer and the hold: there is no hold', async () => {
    const of = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const letGo = await lockRow(api, 'users', buyer.id);
    const paying = startPayment(buyer, of.productId);
    const refused = expect(paying).rejects.toMatchObject({ code: expect.toBeOneOf([4, 5]) });
    await waitUntilBlocked(api, 1, paying);
    await takeOff(of);
    await letGo();
    await refused;
    expect(await paymentsOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, units_left: 3 });
  });

  test('before a late payment: it is refunded', async () => {
    const of = await createProductOnSale(api);
    const { buyer, token } = await paidLate(of);
    await takeOff(of);
    await expectApiError(complete(buyer, token), 5);
    await api.jobs.runDue();
    expect(await paymentsOf(buyer)).toEqual([{ state: 'refunded' }]);
    expect(await ordersOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, units_left: 3 });
    expect(api.mails.findLast(({ to }) => to === buyer.email)?.subject).toContain('back');
    await expectConsistentData(api.db);
  });
});

const refusedAhead: typeof waysOffSale = [
  ['stop selling', stopSelling],
  ['remove the product', removeProduct],
  ['remove the sale place', removePlace],
];

describe.each(refusedAhead)('a seller who wants to %s', (_name, takeOff) => {
  test('waits for a concurrent hold, and is refused', async () => {
    const of = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const letGo = await lockRow(api, 'pickup_slots', (await slotToday(of)).id);
    const paying = startPayment(buyer, of.productId);
    await waitUntilBlocked(api, 1, paying);
    const leaving = takeOff(of);
    const refused = expectApiError(leaving, 5);
    await waitUntilBlocked(api, 2, leaving);
    await letGo();
    await paying;
    await refused;
    expect(await stateOf(of.productId)).toBe('active');
  });

  test('waits for the settlement of a late payment, and is refused', async () => {
    const of = await createProductOnSale(api);
    const { buyer, token } = await paidLate(of);
    const letGo = await lockRow(api, 'pickup_slots', (await slotToday(of)).id);
    const settling = complete(buyer, token);
    await waitUntilBlocked(api, 1, settling);
    const leaving = takeOff(of);
    const refused = expectApiError(leaving, 5);
    await waitUntilBlocked(api, 2, leaving);
    await letGo();
    expect((await settling).data.order.state).toBe('paid');
    await refused;
    expect(await stateOf(of.productId)).toBe('active');
  });
});

test('a seller who stops selling is refused because of a payment, then of the order', async () => {
  const of = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, of.productId);
  await expect(stopSelling(of)).rejects.toMatchObject({
    code: 5,
    message: expect.stringMatching(/paying for one of your packs/),
  });
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await complete(buyer, token);
  await expect(stopSelling(of)).rejects.toMatchObject({
    code: 5,
    message: expect.stringMatching(/orders to hand out/),
  });
});

/**
 * Starts a call while the transaction in which the seller stops selling is open; returns its outcome after the commit.
 */
async function whileStopping<T>({ seller }: ProductOnSale, start: () => Promise<T>): Promise<T> {
  const { outcome } = await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ is_seller: false }).where('id', '=', seller.id).execute();
    await setSellerProductsOnSale(trx, seller.id, false, api.clock.now());
    const outcome = start();
    outcome.catch(() => {});
    await waitUntilBlocked(api, 1, outcome);
    return { outcome };
  });
  return outcome;
}

describe('while a seller stops selling', () => {
  test('a buyer waits for the transaction and gets no hold', async () => {
    const of = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await expectApiError(
      whileStopping(of, () => startPayment(buyer, of.productId)),
      4,
    );
    expect(await paymentsOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, units_left: 3 });
  });

  test.each<[string, (of: ProductOnSale) => Promise<number>]>([
    [
      'reopens a product',
      async (of) => {
        await pauseProduct(of, true);
        await whileStopping(of, () => pauseProduct(of, false)).catch(() => {});
        return of.productId;
      },
    ],
    [
      'reopens a sale place',
      async (of) => {
        await pausePlace(of, true);
        await whileStopping(of, () => pausePlace(of, false)).catch(() => {});
        return of.productId;
      },
    ],
    [
      'sends the schedule of a draft',
      async (of) => {
        const { seller, salePlaceId } = of;
        const id = await createDraftProduct(api, seller, salePlaceId);
        const body = { product_id: id, quantity: 3, schedule: EVENING_SCHEDULE };
        await whileStopping(of, () => seller.call('updateSchedule', { body })).catch(() => {});
        return id;
      },
    ],
  ])('a concurrent request that %s puts nothing on sale', async (_name, reopen) => {
    const productId = await reopen(await createProductOnSale(api));
    expect(await stateOf(productId)).not.toBe('active');
  });
});

describe('a slot that is cancelled', () => {
  const startPaidHold = async ({ productId }: ProductOnSale) => {
    const buyer = await createTestUser(api);
    const { token, client_secret } = await startPayment(buyer, productId);
    await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
    return { buyer, token };
  };

  test('while a payment settles: its seller waits, other buyers do not', async () => {
    const of = await createProductOnSale(api);
    const { id } = await slotToday(of);
    const { cancelling } = await api.db.transaction().execute(async (trx) => {
      await getOrderDetails(trx, of.productId, id);
      await startPayment(await createTestUser(api), of.productId);
      const cancelling = of.seller.call('cancelSlot', {
        params: { id },
        body: { reason: 'No flour.' },
      });
      await waitUntilBlocked(api, 1, cancelling);
      return { cancelling };
    });
    expect((await cancelling).data).toEqual({ id, cancelled: 0 });
  });

  test('before a payment settles: it waits, and is refunded', async () => {
    const of = await createProductOnSale(api);
    const { id } = await slotToday(of);
    const { buyer, token } = await startPaidHold(of);
    const { refused } = await api.db.transaction().execute(async (trx) => {
      await closeCancelledSlot(trx, id);
      const settling = complete(buyer, token);
      const refused = expectApiError(settling, 5);
      await waitUntilBlocked(api, 1, settling);
      return { refused };
    });
    await refused;
    await api.jobs.runDue();
    expect(await paymentsOf(buyer)).toEqual([{ state: 'refunded' }]);
    expect(await ordersOf(buyer)).toEqual([]);
    await expectConsistentData(api.db);
  });

  test('while a payment waits to be settled: it is refunded', async () => {
    const of = await createProductOnSale(api);
    const { id } = await slotToday(of);
    const { buyer, token } = await startPaidHold(of);
    const payment = api.db.selectFrom('payments').select('id').where('user_id', '=', buyer.id);
    const release = await lockRow(api, 'payments', (await payment.executeTakeFirstOrThrow()).id);
    const settling = complete(buyer, token);
    const refused = expectApiError(settling, 5);
    await waitUntilBlocked(api, 1, settling);
    await of.seller.call('cancelSlot', { params: { id }, body: { reason: 'No flour.' } });
    await release();
    await refused;
    await api.jobs.runDue();
    expect(await paymentsOf(buyer)).toEqual([{ state: 'refunded' }]);
    expect(await ordersOf(buyer)).toEqual([]);
    await expectConsistentData(api.db);
  });
});
