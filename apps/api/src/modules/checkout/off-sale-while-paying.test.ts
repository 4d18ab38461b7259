import { beforeEach, describe, expect, test } from 'vitest';
import { expectBooksAgree } from '../../../test/books-agree.ts';
import {
  draft,
  evenings,
  expectRefusal,
  goodCard,
  initiate,
  type Person,
  person,
  type Shop,
  shop,
  slotOf,
} from '../../../test/builders.ts';
import { lockRow, untilBlocked } from '../../../test/locks.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';
import { setSellerProductsOnSale } from '../products/index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));
const TODAY = '2026-11-20';

const stopSelling = ({ seller }: Shop) => seller.call('updateSellerRole', { body: { is_owner: false } });
const pausePlace = ({ seller, placeId }: Shop, paused: boolean) =>
  seller.call('pauseSalePlace', { params: { id: placeId }, body: { paused } });
const pauseProduct = ({ seller, productId }: Shop, paused: boolean) =>
  seller.call('pauseProduct', { params: { id: productId }, body: { paused } });
const removeProduct = ({ seller, productId }: Shop) =>
  seller.call('deleteProduct', { params: { id: productId } });
const removePlace = ({ seller, placeId }: Shop) =>
  seller.call('deleteSalePlace', { params: { id: placeId } });

const waysOffSale: [name: string, takeOff: (of: Shop) => Promise<unknown>][] = [
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
    ({ seller, placeId: id }) =>
      seller.call('saveHoliday', {
        params: { id },
        body: { name: 'Férias', date_from: TODAY, date_to: TODAY },
      }),
  ],
];

const slotToday = async ({ productId }: Shop) => {
  const id = await slotOf(api, productId, TODAY);
  return api.db
    .selectFrom('pickup_slots')
    .select(['id', 'quantity', 'left'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};
const paymentsOf = ({ id }: Person) =>
  api.db.selectFrom('payments').select('state').where('user_id', '=', id).execute();
const ordersOf = ({ id }: Person) =>
  api.db.selectFrom('orders').select('state').where('user_id', '=', id).execute();
const stateOf = async (productId: number) =>
  (await api.db.selectFrom('products').select('state').where('id', '=', productId).executeTakeFirstOrThrow())
    .state;
const complete = (buyer: Person, token: string) => buyer.call('completePayment', { body: { token } });

/** A buyer who paid while the provider could not be reached: the hold has ended, the money is on its way. */
async function paidLate(of: Shop) {
  const buyer = await person(api);
  const { token, client_secret } = await initiate(buyer, of.productId);
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: goodCard } });
  const { cancel } = api.provider;
  api.provider.cancel = async () => {
    throw new Error('unreachable');
  };
  await buyer.call('failPayment', { body: { token } });
  Object.assign(api.provider, { cancel });
  return { buyer, token };
}

describe.each(waysOffSale)('%s', (_name, takeOff) => {
  test('between the look at the offer and the hold: there is no hold', async () => {
    const of = await shop(api);
    const buyer = await person(api);
    const letGo = await lockRow(api, 'users', buyer.id);
    const paying = initiate(buyer, of.productId);
    const refused = expect(paying).rejects.toMatchObject({ code: expect.toBeOneOf([4, 5]) });
    await untilBlocked(api, 1, paying);
    await takeOff(of);
    await letGo();
    await refused;
    expect(await paymentsOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, left: 3 });
  });

  test('before money comes whose hold had ended: it goes back by itself', async () => {
    const of = await shop(api);
    const { buyer, token } = await paidLate(of);
    await takeOff(of);
    await expectRefusal(complete(buyer, token), 5);
    await api.jobs.runDue();
    expect(await paymentsOf(buyer)).toEqual([{ state: 'refunded' }]);
    expect(await ordersOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, left: 3 });
    expect(api.mails.findLast(({ to }) => to === buyer.email)?.subject).toContain('back');
    await expectBooksAgree(api.db);
  });
});

const refusedAhead: typeof waysOffSale = [
  ['stop selling', stopSelling],
  ['remove the product', removeProduct],
  ['remove the sale place', removePlace],
];

describe.each(refusedAhead)('a seller who wants to %s', (_name, takeOff) => {
  test('waits for a hold that is just being taken, and is refused', async () => {
    const of = await shop(api);
    const buyer = await person(api);
    const letGo = await lockRow(api, 'pickup_slots', (await slotToday(of)).id);
    const paying = initiate(buyer, of.productId);
    await untilBlocked(api, 1, paying);
    const leaving = takeOff(of);
    const refused = expectRefusal(leaving, 5);
    await untilBlocked(api, 2, leaving);
    await letGo();
    await paying;
    await refused;
    expect(await stateOf(of.productId)).toBe('active');
  });

  test('waits for late money that is just becoming an order, and is refused', async () => {
    const of = await shop(api);
    const { buyer, token } = await paidLate(of);
    const letGo = await lockRow(api, 'pickup_slots', (await slotToday(of)).id);
    const settling = complete(buyer, token);
    await untilBlocked(api, 1, settling);
    const leaving = takeOff(of);
    const refused = expectRefusal(leaving, 5);
    await untilBlocked(api, 2, leaving);
    await letGo();
    expect((await settling).data.order.state).toBe('paid');
    await refused;
    expect(await stateOf(of.productId)).toBe('active');
  });
});

/** Runs a call while the seller's stop is done and not committed yet; answers its outcome after the commit. */
async function whileStopping<T>({ seller }: Shop, start: () => Promise<T>): Promise<T> {
  const { outcome } = await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ is_owner: false }).where('id', '=', seller.id).execute();
    await setSellerProductsOnSale(trx, seller.id, false, api.clock.now());
    const outcome = start();
    outcome.catch(() => {});
    await untilBlocked(api, 1, outcome);
    return { outcome };
  });
  return outcome;
}

describe('while a seller’s stop is being committed', () => {
  test('a buyer waits for it and takes no hold', async () => {
    const of = await shop(api);
    const buyer = await person(api);
    await expectRefusal(
      whileStopping(of, () => initiate(buyer, of.productId)),
      4,
    );
    expect(await paymentsOf(buyer)).toEqual([]);
    expect(await slotToday(of)).toMatchObject({ quantity: 3, left: 3 });
  });

  test.each<[string, (of: Shop) => Promise<number>]>([
    [
      'reopens a pack',
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
        const { seller, placeId } = of;
        const id = await draft(api, seller, placeId);
        const body = { product_id: id, quantity: 3, schedule: evenings };
        await whileStopping(of, () => seller.call('updateSchedule', { body })).catch(() => {});
        return id;
      },
    ],
  ])('their other tab that %s puts nothing on sale', async (_name, reopen) => {
    const productId = await reopen(await shop(api));
    expect(await stateOf(productId)).not.toBe('active');
  });
});
