import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAllocationBuilders } from '../../../test/support/allocation-builders.ts';
import {
  buyProduct,
  createProductOnSale,
  expectApiError,
  GOOD_CARD,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});
afterEach(() => expectConsistentData(api.db));

const { runJobs, getOffer, createPerson, createDrawnProduct } = createAllocationBuilders(api);
const createDraw = () => createDrawnProduct({ quantity: 1 });
const setPrice = (productId: number, cents: number) =>
  api.db.updateTable('products').set({ price_cents: cents }).where('id', '=', productId).execute();
const listMails = (user: TestUser) => api.mails.filter(({ to }) => to === user.email);

const getMoney = (orderId: number) =>
  api.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .innerJoin('sandbox_intents', 'sandbox_intents.ref', 'payments.provider_ref')
    .select(['orders.price_cents', 'orders.earning_cents', 'orders.commission_cents'])
    .select(['payments.amount_cents', 'sandbox_intents.amount_cents as charged_cents'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
const moneyOf = (cents: number) => ({
  price_cents: cents,
  earning_cents: cents - 129,
  commission_cents: 129,
  amount_cents: cents,
  charged_cents: cents,
});

const enter = (user: TestUser, id: number, amount?: number) =>
  user.call('enterDraw', { params: { id }, body: { random: randomBytes(16).toString('hex'), amount } });

async function createLine() {
  const { seller, productId, salePlaceId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createPerson();
  const order = await buyProduct(buyer, productId);
  const waiting = await createPerson();
  const slotId = (await getOffer(buyer, productId)).slot_id!;
  return { seller, productId, salePlaceId, slotId, buyer, order, waiting };
}

const join = (user: TestUser, id: number, amount?: number) =>
  user.call('joinWaitlist', { params: { id }, body: { amount } });

describe.each([
  ['raised', 499, 399],
  ['lowered', 299, 299],
])('the price is %s after somebody', (_, newCents, agreedCents) => {
  test('entered a draw: the win costs what was shown, or less', async () => {
    const { productId, drawId } = await createDraw();
    const person = await createPerson();
    expect((await enter(person, drawId)).data.price_cents).toBe(399);
    await setPrice(productId, newCents);
    expect((await getOffer(person, productId)).allocation!.mine).toMatchObject({ price_cents: agreedCents });
    api.clock.advance(60 * MINUTE);
    await runJobs();
    expect((await person.call('listMyHolds')).data).toMatchObject([{ amount_cents: agreedCents }]);
    expect((await person.call('listMyEntries')).data).toMatchObject([{ price_cents: agreedCents }]);
    const [mail] = listMails(person);
    expect(mail!.text).toContain(`€${(agreedCents / 100).toFixed(2)}`);
    const order = await buyProduct(person, productId, { amount: agreedCents / 100 });
    expect(await getMoney(order.id)).toEqual(moneyOf(agreedCents));
  });

  test('joined a line: the unit costs what was shown, or less', async () => {
    const { productId, slotId, buyer, order, waiting } = await createLine();
    await join(waiting, slotId, 3.99);
    await setPrice(productId, newCents);
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await api.jobs.runDue();
    expect((await waiting.call('listMyHolds')).data).toMatchObject([{ amount_cents: agreedCents }]);
    expect(listMails(waiting).at(-1)!.text).toContain(`€${(agreedCents / 100).toFixed(2)}`);
    // A client that knows the price of the product only is not charged more either.
    const paid = await buyProduct(waiting, productId, { amount: newCents / 100 });
    expect(await getMoney(paid.id)).toEqual(moneyOf(agreedCents));
  });

  test('took a hold: it costs what was shown, or less', async () => {
    const { productId } = await createProductOnSale(api);
    const [first, second] = [await createPerson(), await createPerson()];
    for (const user of [first, second]) await startPayment(user, productId, 3.99);
    await setPrice(productId, newCents);
    const ofShown = await buyProduct(first, productId, { amount: 3.99 });
    expect(await getMoney(ofShown.id)).toEqual(moneyOf(399));
    const ofPresent = await buyProduct(second, productId, { amount: newCents / 100 });
    expect(await getMoney(ofPresent.id)).toEqual(moneyOf(agreedCents));
    await expectApiError(startPayment(second, productId, 3.99), 1, 'amount');
    await expectApiError(startPayment(await createPerson(), productId, 3.99), 1, 'amount');
  });
});

test('the mails name the price in the language of whoever reads them', async () => {
  const { slotId, buyer, order } = await createLine();
  const people = await Promise.all(
    (['pt', 'ru'] as const).map(async (language) => {
      const person = await createPerson();
      await join(person, slotId);
      await api.db.updateTable('users').set({ language }).where('id', '=', person.id).execute();
      return person;
    }),
  );
  await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
  await api.jobs.runDue();
  api.clock.advance(10 * MINUTE);
  await runJobs();
  expect(listMails(people[0]!).at(-1)!.text).toMatch(/por 3,99\s€/);
  expect(listMails(people[1]!).at(-1)!.text).toMatch(/Цена: 3,99\s€/);
});

test('a price that changed between the page and pressing is refused', async () => {
  const { productId, drawId } = await createDraw();
  const { productId: otherId, slotId, waiting } = await createLine();
  await setPrice(productId, 499);
  await setPrice(otherId, 499);
  await expectApiError(enter(waiting, drawId, 3.99), 5);
  await expectApiError(join(waiting, slotId, 3.99), 5);
  expect((await enter(waiting, drawId, 4.99)).data.price_cents).toBe(499);
  expect((await join(waiting, slotId, 4.99)).data.price_cents).toBe(499);
});

test('a client that sends no body joins a line', async () => {
  const { slotId, waiting } = await createLine();
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/v1/slots/${slotId}/waitlist`,
    headers: { authorization: `Bearer ${waiting.token}` },
  });
  expect(response.statusCode).toBe(200);
});

test('the price of a hold whose payment has begun does not change under it', async () => {
  const { productId } = await createProductOnSale(api);
  const person = await createPerson();
  const hold = await startPayment(person, productId, 3.99);
  const card = { ...GOOD_CARD, number: '4000 0025 0000 3155' };
  await person.call('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card } });
  await setPrice(productId, 299);
  await expectApiError(startPayment(person, productId, 2.99), 1, 'amount');
  await person.call('authenticateSandboxPayment', {
    body: { client_secret: hold.client_secret, approve: true },
  });
  const { data } = await person.call('completePayment', { body: { token: hold.token } });
  expect(await getMoney(data.order.id)).toEqual(moneyOf(399));
});

test('after closing an entry can neither be made nor taken back, before the draw is drawn too', async () => {
  const { drawId } = await createDraw();
  const [person, late] = [await createPerson(), await createPerson()];
  await enter(person, drawId);
  api.clock.advance(60 * MINUTE);
  await expectApiError(enter(late, drawId), 5);
  await expectApiError(person.call('withdrawFromDraw', { params: { id: drawId } }), 5);
  await runJobs();
  expect((await person.call('listMyEntries')).data).toMatchObject([{ state: 'offered' }]);
});

describe('who waits gets a word', () => {
  const listSubjects = (user: TestUser) => listMails(user).map(({ subject }) => subject);

  test('when public sale begins', async () => {
    const { slotId, waiting } = await createLine();
    await join(waiting, slotId);
    api.clock.set('2026-11-20T18:30:00Z');
    await runJobs();
    await runJobs();
    expect(listSubjects(waiting)).toEqual(['The line is over: Cesto de fim de tarde']);
  });

  test('when the seller cancels the date', async () => {
    const { seller, slotId, waiting } = await createLine();
    await join(waiting, slotId);
    await seller.call('cancelSlot', { params: { id: slotId }, body: { reason: 'the oven is broken' } });
    await runJobs();
    expect(listSubjects(waiting)).toEqual(['Not on sale any more: Cesto de fim de tarde']);
  });

  test.each([
    [
      'the product is paused',
      (id: number) => api.db.updateTable('products').set({ state: 'paused' }).where('id', '=', id),
    ],
    [
      'the seller is suspended',
      (id: number) =>
        api.db
          .updateTable('businesses')
          .set({ suspended_at: new Date() })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('products')
              .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
              .select('sale_places.seller_id')
              .where('products.id', '=', id),
          ),
    ],
  ])('once, when %s', async (_, takeOffSale) => {
    const { productId, slotId, waiting } = await createLine();
    await join(waiting, slotId);
    await runJobs();
    expect(listSubjects(waiting)).toEqual([]);
    await takeOffSale(productId).execute();
    await runJobs();
    await runJobs();
    expect(listSubjects(waiting)).toEqual(['Not on sale for now: Cesto de fim de tarde']);
    api.clock.set('2026-11-20T18:30:00Z');
    await runJobs();
    expect(listSubjects(waiting).at(-1)).toBe('Not on sale any more: Cesto de fim de tarde');
  });

  test('a draw of a suspended seller is called off', async () => {
    const { seller, drawId } = await createDraw();
    const person = await createPerson();
    await enter(person, drawId);
    await api.db
      .updateTable('businesses')
      .set({ suspended_at: new Date() })
      .where('id', '=', seller.id)
      .execute();
    api.clock.advance(60 * MINUTE);
    await runJobs();
    expect(listSubjects(person)).toEqual(['No draw: Cesto de fim de tarde']);
  });
});
