import { beforeEach, describe, expect, test } from 'vitest';
import {
  addMember,
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const REASON = 'The photo shows something else.';
const body = { reason: REASON };

/** Where a product can be seen by others. */
async function findEverywhere({
  buyer,
  salePlaceId,
  productId,
  seller,
}: {
  buyer: TestUser;
  salePlaceId: number;
  productId: number;
  seller: TestUser;
}) {
  const guest = api.client();
  const list = await buyer.call('listOffers', { query: { limit: 50 } });
  const search = await buyer.call('listOffers', { query: { searchProductText: 'cesto', limit: 50 } });
  const map = await buyer.call('listMapOffers', { query: { bbox: '-10,38,-9,39', zoom: 14 } });
  const isVisible = (promise: Promise<unknown>) =>
    promise.then(
      () => true,
      () => false,
    );
  return {
    list: list.data.some(({ id }) => id === productId),
    search: search.data.some(({ id }) => id === productId),
    map: map.data.some(({ products }) => products.some(({ id }) => id === productId)),
    detail: await isVisible(guest('getOffer', { params: { id: productId } })),
    sale: await isVisible(startPayment(await createTestUser(api), productId)),
    salePlacePage: await isVisible(guest('getSalePlace', { params: { id: salePlaceId } })),
    salePlaceReviews: await isVisible(guest('listSalePlaceReviews', { params: { id: salePlaceId } })),
    sellerPage: await isVisible(buyer.call('getSeller', { params: { id: seller.id } })),
  };
}

const PLACES = ['list', 'search', 'map', 'detail', 'sale', 'salePlacePage', 'salePlaceReviews', 'sellerPage'];
const EVERYWHERE = Object.fromEntries(PLACES.map((name) => [name, true]));
const NOWHERE = Object.fromEntries(PLACES.map((name) => [name, false]));

describe('hiding', () => {
  test('a hidden product is gone at once, its orders stay, and its seller cannot open it', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    const catalogue = await createTestOperator(api, 'catalogue');
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(EVERYWHERE);
    const { data } = await catalogue.call('hideProduct', { params: { id: productId }, body });
    expect(data).toMatchObject({ is_hidden: true, state: 'closed', open_orders: 1 });
    const listIds = async (hidden: 'yes' | 'no') =>
      (await catalogue.call('listAdminProducts', { query: { hidden, seller_id: seller.id } })).items.map(
        ({ id }) => id,
      );
    expect([await listIds('yes'), await listIds('no')]).toEqual([[productId], []]);
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual({
      ...NOWHERE,
      salePlaceReviews: true,
      sellerPage: true,
    });
    // Neither pausing and opening it nor its sale place overrides that.
    for (const paused of [true, false]) {
      await seller.call('pauseProduct', { params: { id: productId }, body: { paused } });
      await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused } });
    }
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual({
      ...NOWHERE,
      salePlaceReviews: true,
      sellerPage: true,
    });
    expect((await seller.call('getOffer', { params: { id: productId } })).data.id).toBe(productId);
    expect((await buyer.call('getOrder', { params: { id: order.id } })).data.pin).toBe(order.pin);
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, order.id, order.pin!);
    api.clock.set(FRIDAY_NOON);
    await api.jobs.runDue();
    expect(api.mails.find(({ to }) => to === seller.email)?.text).toContain(REASON);
    await catalogue.call('unhideProduct', { params: { id: productId }, body });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(EVERYWHERE);
  });

  test('a hidden sale place takes its products along', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const catalogue = await createTestOperator(api, 'catalogue');
    const params = { id: salePlaceId };
    expect((await catalogue.call('hideSalePlace', { params, body })).data.is_hidden).toBe(true);
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(NOWHERE);
    await seller.call('pauseSalePlace', { params, body: { paused: true } });
    await seller.call('pauseSalePlace', { params, body: { paused: false } });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(NOWHERE);
    await catalogue.call('unhideSalePlace', { params, body });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(EVERYWHERE);
  });

  test('a hidden review leaves the means', async () => {
    const { seller, buyer, id, pin, productId } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, id, pin);
    await buyer.call('rateOrder', { params: { id }, body: { stars: 1, text: 'Rude words.' } });
    const rating = async () => (await api.client()('getOffer', { params: { id: productId } })).data;
    expect(await rating()).toMatchObject({ rating: 1, rating_count: 1 });
    const catalogue = await createTestOperator(api, 'catalogue');
    for (let i = 0; i < 2; i++) await catalogue.call('hideReview', { params: { id }, body });
    expect(await rating()).toMatchObject({ rating: null, rating_count: 0 });
    expect((await buyer.call('listSellerReviews', { params: { id: seller.id } })).data).toEqual([]);
    await catalogue.call('unhideReview', { params: { id }, body });
    expect(await rating()).toMatchObject({ rating: 1, rating_count: 1 });
  });
});

describe('sellers and users', () => {
  test('a suspended seller with open orders is gone; what is paid is handed out', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    const owner = await createTestOperator(api, 'owner');
    const params = { id: seller.id };
    const { data } = await owner.call('suspendSeller', { params, body });
    expect(data).toMatchObject({ state: 'suspended', open_orders: 1 });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(NOWHERE);
    await seller.call('pauseProduct', { params: { id: productId }, body: { paused: false } });
    await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: true } });
    await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: false } });
    await seller.call('updateSellerRole', { body: { is_owner: true } });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(NOWHERE);
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, order.id, order.pin!);
    api.clock.set(FRIDAY_NOON);
    await owner.call('reinstateSeller', { params, body });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(EVERYWHERE);
  });

  test('a legal identity is verified until it changes', async () => {
    const { seller } = await createProductOnSale(api);
    const finance = await createTestOperator(api, 'finance');
    const params = { id: seller.id };
    await expectApiError(finance.call('verifySeller', { params, body }), 5);
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    expect((await finance.call('getAdminSeller', { params })).data).toMatchObject({
      state: 'new',
      vat_check: 'valid',
    });
    expect((await finance.call('verifySeller', { params, body })).data.state).toBe('verified');
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    expect((await finance.call('getAdminSeller', { params })).data.state).toBe('new');
    expect((await finance.call('holdPayouts', { params, body })).data.payouts_held).toBe(true);
    const { items } = await finance.call('listAdminSellers', { query: { payouts_held: 'yes' } });
    expect(items.map(({ id }) => id)).toEqual([seller.id]);
    expect((await finance.call('releasePayouts', { params, body })).data.payouts_held).toBe(false);
  });

  test('a suspension of its own outlasts a block of the same instant; that of the block ends with it', async () => {
    const owner = await createTestOperator(api, 'owner');
    const createSellerId = async () => ({ id: (await createProductOnSale(api)).seller.id });
    const getState = async (params: { id: number }) =>
      (await owner.call('getAdminSeller', { params })).data.state;
    const suspended = await createSellerId();
    await owner.call('suspendSeller', { params: suspended, body });
    await owner.call('blockUser', { params: suspended, body });
    await owner.call('unblockUser', { params: suspended, body });
    expect(await getState(suspended)).toBe('suspended');

    const blocked = await createSellerId();
    await owner.call('blockUser', { params: blocked, body });
    expect(await getState(blocked)).toBe('suspended');
    await owner.call('unblockUser', { params: blocked, body });
    expect(await getState(blocked)).toBe('incomplete');

    const both = await createSellerId();
    await owner.call('blockUser', { params: both, body });
    await owner.call('suspendSeller', { params: both, body });
    await owner.call('unblockUser', { params: both, body });
    expect(await getState(both)).toBe('suspended');
    await owner.call('reinstateSeller', { params: both, body });
    expect(await getState(both)).toBe('incomplete');
  });

  test('a blocked user is signed out and cannot sign in', async () => {
    const user = await createTestUser(api);
    const owner = await createTestOperator(api, 'owner');
    const params = { id: user.id };
    await owner.call('blockUser', { params, body });
    await expectApiError(user.call('getMe'), 2);
    const login = { email: user.email, password: 'sobras1', device_name: 'test', remember: true };
    await expectApiError(api.client()('login', { body: login }), 3);
    await owner.call('unblockUser', { params, body });
    await api.client()('login', { body: login });
    const support = await createTestOperator(api, 'support');
    await expectApiError(owner.call('blockUser', { params: { id: support.id }, body }), 5);
    expect((await support.call('getAdminUser', { params })).data).toMatchObject({
      state: 'active',
      orders: 0,
    });
    const { items } = await support.call('listAdminUsers', { query: { q: user.email } });
    expect(items).toMatchObject([{ id: user.id }]);
    await owner.call('deleteAdminUser', { params, body });
    expect((await owner.call('getAdminUser', { params })).data.state).toBe('deleted');
    await expectApiError(owner.call('blockUser', { params, body }), 4);
  });
});

describe('reports of content', () => {
  const report = (client: TestUser['call'], productId: number, more: object = {}) =>
    client('reportContent', {
      body: {
        subject_kind: 'product',
        subject_id: productId,
        ground: 'misleading',
        text: 'Not this pack.',
        ...more,
      },
    });

  test('a guest reports, is confirmed, and both sides read the decision; an objection is reversed', async () => {
    await api.db.deleteFrom('operators').execute();
    const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 7 });
    const buyer = await createTestUser(api);
    const guest = api.client();
    await expectApiError(report(guest, productId), 1, 'email');
    await expectApiError(report(guest, 999_999, { email: 'reader@example.com' }), 4);
    const { id } = (await report(guest, productId, { email: 'reader@example.com' })).data;
    await api.jobs.runDue();
    const confirmation = api.mails.find(({ to }) => to === 'reader@example.com')!.text;
    expect(confirmation).toContain(String(id));
    // An address that nobody has proved gets no text of others.
    expect(confirmation).not.toContain('Not this pack.');
    const catalogue = await createTestOperator(api, 'catalogue');
    expect((await catalogue.call('listContentReports', { query: { state: 'open' } })).items).toMatchObject([
      { id, reporter: null, seller: { id: seller.id } },
    ]);
    const decide = { params: { id }, body: { decision: 'hide' as const, reason: REASON } };
    expect((await catalogue.call('decideContentReport', decide)).data).toMatchObject({
      state: 'hidden',
      is_hidden: true,
      reporter_email: 'reader@example.com',
      decided: { at: api.clock.now().toISOString(), operator_name: 'Inês Duarte', reason: REASON },
    });
    await expectApiError(catalogue.call('decideContentReport', decide), 5);
    await api.jobs.runDue();
    const findMail = (email: string) => api.mails.findLast(({ to }) => to === email)!.text;
    expect(findMail('reader@example.com')).toContain(REASON);
    expect(findMail('reader@example.com')).toContain(`pack no. ${productId}`);
    expect(findMail('reader@example.com')).not.toContain('Cesto de fim de tarde');
    expect(findMail(seller.email)).toContain(REASON);
    // Only whoever the decision goes against is offered to object, as on its page.
    expect(findMail(seller.email)).toContain('you can object there once');
    expect(findMail('reader@example.com')).not.toContain('object');
    const key = /\/decisions#([0-9a-f-]+)/.exec(findMail(seller.email))![1]!;
    await guest('objectToDecision', { body: { key, text: 'It is this pack.' } });
    const owner = await createTestOperator(api, 'owner');
    const [objection] = (await owner.call('listObjections', { query: { state: 'open' } })).items;
    await owner.call('decideObjection', {
      params: { id: objection!.id },
      body: { outcome: 'reversed', reason: 'The photo is right.' },
    });
    expect(await findEverywhere({ buyer, salePlaceId, productId, seller })).toEqual(EVERYWHERE);
    expect((await owner.call('getContentReport', { params: { id } })).data).toMatchObject({
      state: 'kept',
      decided: { reason: REASON },
      reversed: { reason: 'The photo is right.' },
    });
    await api.jobs.runDue();
    expect(findMail('reader@example.com')).toMatch(
      new RegExp(`^Pack no. ${productId} can be seen on WoPack again`),
    );
  });

  test('a report of a photo names one of the product; a seller is suspended by an owner only', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await expectApiError(report(buyer.call, productId, { subject_kind: 'photo' }), 1, 'photo_path');
    await expectApiError(
      report(buyer.call, productId, { subject_kind: 'photo', photo_path: '/media/none.webp' }),
      4,
    );
    const [photo] = (await buyer.call('getOffer', { params: { id: productId } })).data.photos;
    await report(buyer.call, productId, { subject_kind: 'photo', photo_path: photo!.path });
    const { id } = (await report(buyer.call, seller.id, { subject_kind: 'seller' })).data;
    const decide = { params: { id }, body: { decision: 'hide' as const, reason: REASON } };
    const catalogue = await createTestOperator(api, 'catalogue');
    await expectApiError(catalogue.call('decideContentReport', decide), 3);
    const owner = await createTestOperator(api, 'owner');
    await owner.call('decideContentReport', decide);
    expect((await owner.call('getAdminSeller', { params: { id: seller.id } })).data.state).toBe('suspended');
  });
});

describe('value and reliability', () => {
  test('are seen with their counts also where buyers do not see them yet', async () => {
    const { seller, buyer, id, pin, productId, salePlaceId } = await createPaidOrder(api);
    const catalogue = await createTestOperator(api, 'catalogue');
    const params = { id: productId };
    const nothing = { orders: 0, kept: 0, cancelled: 0, last_cancelled_at: null, last_cancelled: null };
    expect((await catalogue.call('getAdminProduct', { params })).data).toMatchObject({
      value_answers: { more: 0, about: 0, less: 0, days: 90 },
      reliability: nothing,
    });
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, id, pin);
    await buyer.call('answerValue', { params: { id }, body: { answer: 'less' } });
    await api.db
      .updateTable('sale_places')
      .set({ counted_orders: 3, kept_orders: 0, cancelled_orders: 1 })
      .set({ last_cancelled_at: new Date('2026-11-19T17:00:00Z'), last_cancelled_minutes_ahead: 90 })
      .where('id', '=', salePlaceId)
      .execute();
    const figures = {
      value_answers: { more: 0, about: 0, less: 1, days: 90 },
      reliability: {
        ...{ orders: 3, kept: 0, cancelled: 1 },
        ...{ last_cancelled_at: '2026-11-19T17:00:00.000Z', last_cancelled: 'hours' },
      },
    };
    expect((await catalogue.call('getAdminProduct', { params })).data).toMatchObject(figures);
    const place = await catalogue.call('getAdminSalePlace', { params: { id: salePlaceId } });
    expect(place.data).toMatchObject(figures);
    const query = { seller_id: seller.id };
    const { items: products } = await catalogue.call('listAdminProducts', { query });
    expect(products).toMatchObject([{ id: productId, value_answers: figures.value_answers }]);
    expect((await catalogue.call('listAdminSalePlaces', { query })).items).toMatchObject([figures]);
    expect((await api.client()('getOffer', { params })).data).not.toMatchObject({
      value_answers: expect.anything(),
    });
    // Whoever works there does not count.
    await addMember(api, { businessId: seller.id, userId: buyer.id, role: 'counter' });
    expect((await catalogue.call('getAdminProduct', { params })).data).toMatchObject({
      value_answers: { more: 0, about: 0, less: 0, days: 90 },
    });
  });
});
