import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const { getMyProduct } = createProductBuilders(api);
beforeEach(() => api.clock.set(FRIDAY_NOON));

const pauseProduct = (seller: TestUser, id: number, paused: boolean) =>
  seller.call('pauseProduct', { params: { id }, body: { paused } });
const pauseSalePlace = (seller: TestUser, id: number, paused: boolean) =>
  seller.call('pauseSalePlace', { params: { id }, body: { paused } });
const removeProduct = (seller: TestUser, id: number) => seller.call('deleteProduct', { params: { id } });
const removeSalePlace = (seller: TestUser, id: number) => seller.call('deleteSalePlace', { params: { id } });
const listOnSale = async (productId: number) =>
  (await api.client()('getOffer', { params: { id: productId } })).data.slot_id !== null;
const schedule = (seller: TestUser, id: number, quantity = 3) =>
  seller.call('updateSchedule', { body: { product_id: id, quantity, schedule: EVENING_SCHEDULE } });

describe('a product', () => {
  test('that is paused is off sale and keeps its orders; resumed, it has slots for the coming week', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    expect((await pauseProduct(seller, productId, true)).data).toEqual({ id: productId, state: 'paused' });
    expect(await listOnSale(productId)).toBe(false);
    await expectApiError(startPayment(buyer, productId), 4);
    expect((await buyer.call('getOrder', { params: { id: order.id } })).data.state).toBe('paid');
    api.clock.advance(9 * 24 * 60 * MINUTE);
    await api.jobs.runScheduled('products.generate-slots');
    expect((await pauseProduct(seller, productId, false)).data.state).toBe('active');
    expect(await listOnSale(productId)).toBe(true);
  });

  test('was off sale from its pause, that of its sale place or its hiding to its end', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api);
    const catalogue = await createTestOperator(api, 'catalogue');
    const params = { id: productId };
    const body = { reason: 'Not food' };
    const listPeriods = async () =>
      (
        await api.db
          .selectFrom('off_sale_periods')
          .select('ended_at')
          .where('product_id', '=', productId)
          .orderBy('began_at')
          .execute()
      ).map(({ ended_at: endedAt }) => (endedAt ? 'over' : 'open'));
    const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => pauseProduct(seller, productId, true), () => pauseProduct(seller, productId, false)],
      [() => pauseSalePlace(seller, salePlaceId, true), () => pauseSalePlace(seller, salePlaceId, false)],
      [
        () => catalogue.call('hideProduct', { params, body }),
        () => catalogue.call('unhideProduct', { params, body }),
      ],
    ];
    expect(await listPeriods()).toEqual([]);
    for (const [index, [takeOff, putBack]] of ways.entries()) {
      const former = Array<string>(index).fill('over');
      await takeOff();
      expect(await listPeriods()).toEqual([...former, 'open']);
      await putBack();
      expect(await listPeriods()).toEqual([...former, 'over']);
    }
    await removeProduct(seller, productId);
    expect(await listPeriods()).toEqual(['over', 'over', 'over', 'open']);
  });

  test('was not offered while it was off sale: the figures of the console', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 3 });
    const finance = await createTestOperator(api, 'finance');
    const { starts_at: startsAt } = await api.db
      .selectFrom('pickup_slots')
      .select('starts_at')
      .where('product_id', '=', productId)
      .orderBy('starts_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    api.clock.set(new Date(startsAt.getTime() + 40 * MINUTE).toISOString());
    const countOffered = async () => (await finance.call('getDashboard')).data.today.units_offered;
    const before = await countOffered();
    const noteOffSale = (hoursAgo: number) =>
      api.db
        .insertInto('off_sale_periods')
        .values({ product_id: productId, began_at: new Date(startsAt.getTime() - hoursAgo * 60 * MINUTE) })
        .execute();
    await noteOffSale(1);
    expect(await countOffered()).toBe(before);
    await noteOffSale(20);
    expect(await countOffered()).toBe(before - 3);
  });

  test('stays paused when its schedule or texts are saved; pausing is idempotent', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    await pauseProduct(seller, productId, true);
    await pauseProduct(seller, productId, true);
    await schedule(seller, productId, 5);
    await createDraftProduct(api, seller, placeId);
    expect(await getMyProduct(seller, productId)).toMatchObject({ state: 'paused', quantity: 5 });
  });

  test('that is a draft cannot be paused or resumed', async () => {
    const { seller, salePlaceId: placeId } = await createProductOnSale(api);
    const id = await createDraftProduct(api, seller, placeId);
    await expectApiError(pauseProduct(seller, id, true), 5);
    await expectApiError(pauseProduct(seller, id, false), 5);
  });

  test('that is removed is gone for its seller, for buyers and from favourites', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await buyer.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    await removeProduct(seller, productId);
    expect((await seller.call('listMyProducts')).data).toEqual([]);
    await expectApiError(seller.call('getMyProduct', { params: { id: productId } }), 4);
    await expectApiError(buyer.call('getOffer', { params: { id: productId } }), 4);
    await expectApiError(seller.call('getOffer', { params: { id: productId } }), 4);
    await expectApiError(startPayment(buyer, productId), 4);
    await expectApiError(pauseProduct(seller, productId, false), 4);
    await expectApiError(schedule(seller, productId), 4);
    await expectApiError(removeProduct(seller, productId), 4);
    expect((await buyer.call('listOffers', { query: { needFavourite: 'yes' } })).data).toEqual([]);
  });

  test('with an open order cannot be removed', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { id } = await buyProduct(buyer, productId);
    await expect(removeProduct(seller, productId)).rejects.toMatchObject({
      code: 5,
      message: expect.stringContaining('1'),
    });
    expect(await listOnSale(productId)).toBe(true);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'mistake' } });
    await removeProduct(seller, productId);
  });

  test('with a hold cannot be removed', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { token } = await startPayment(buyer, productId);
    await expectApiError(removeProduct(seller, productId), 5);
    await buyer.call('failPayment', { body: { token, code: 'left', description: '' } });
    await removeProduct(seller, productId);
  });

  test('removed during checkout: either the hold or the removal succeeds, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { seller, productId } = await createProductOnSale(api);
      const buyers = await Promise.all([createTestUser(api), createTestUser(api), createTestUser(api)]);
      const [removal, ...holds] = await Promise.allSettled([
        removeProduct(seller, productId),
        ...buyers.map((buyer) => startPayment(buyer, productId)),
      ]);
      expect(holds.some(({ status }) => status === 'fulfilled')).toBe(removal?.status === 'rejected');
    }
  });
});

describe('a sale place', () => {
  test('that is paused closes its products; resumed, it opens those it closed', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const { productId: otherSalePlace } = await createProductOnSale(api, { seller });
    const pausedProduct = await createDraftProduct(api, seller, placeId);
    await schedule(seller, pausedProduct);
    await pauseProduct(seller, pausedProduct, true);
    expect((await pauseSalePlace(seller, placeId, true)).data).toEqual({ id: placeId, paused: true });
    expect([await listOnSale(productId), await listOnSale(otherSalePlace)]).toEqual([false, true]);
    expect((await getMyProduct(seller, productId)).state).toBe('closed');
    // No other operation puts the product on sale there.
    await schedule(seller, productId);
    expect(await listOnSale(productId)).toBe(false);
    await pauseProduct(seller, pausedProduct, false);
    expect(await listOnSale(pausedProduct)).toBe(false);
    await pauseProduct(seller, pausedProduct, true);
    for (const is_owner of [false, true]) await seller.call('updateSellerRole', { body: { is_owner } });
    expect([await listOnSale(productId), await listOnSale(otherSalePlace)]).toEqual([false, true]);
    await pauseSalePlace(seller, placeId, false);
    expect([await listOnSale(productId), await listOnSale(pausedProduct)]).toEqual([true, false]);
  });

  test('that is removed is gone with its products, also from search', async () => {
    const {
      seller,
      salePlaceId: placeId,
      productId,
    } = await createProductOnSale(api, { salePlace: { name: 'Xilofonaria' } });
    await removeSalePlace(seller, placeId);
    await expectApiError(seller.call('getMySalePlace', { params: { id: placeId } }), 4);
    expect((await seller.call('listMySalePlaces')).data).toEqual([]);
    expect((await seller.call('listMyProducts')).data).toEqual([]);
    await expectApiError(api.client()('getOffer', { params: { id: productId } }), 4);
    await expectApiError(seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, id: placeId } }), 4);
    await expectApiError(createDraftProduct(api, seller, placeId), 4);
    await expectApiError(pauseSalePlace(seller, placeId, false), 4);
    await expectApiError(removeSalePlace(seller, placeId), 4);
    expect(await seller.call('searchEstablishments', { query: { query: 'xilofonaria' } })).toEqual([]);
    expect(await seller.call('exportAccount')).toMatchObject({
      sale_places: [{ id: placeId }],
      products: [{ id: productId, state: 'removed' }],
    });
  });

  test('with an open order of one product stays with all its products', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const other = await createDraftProduct(api, seller, placeId);
    await buyProduct(await createTestUser(api), productId);
    await expectApiError(removeSalePlace(seller, placeId), 5);
    expect((await seller.call('listMyProducts')).data.map(({ id }) => id)).toEqual([productId, other]);
    expect(await listOnSale(productId)).toBe(true);
  });
});
