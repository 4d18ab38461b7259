import { describe, expect, test } from 'vitest';
import {
  buy,
  draft,
  evenings,
  expectRefusal,
  initiate,
  type Person,
  person,
  placeBody,
  shop,
} from '../../../test/builders.ts';
import { packBuilders } from '../../../test/pack-builders.ts';
import { MINUTE, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const { mine: getMyProduct } = packBuilders(api);

const pauseProduct = (seller: Person, id: number, paused: boolean) =>
  seller.call('pauseProduct', { params: { id }, body: { paused } });
const pauseSalePlace = (seller: Person, id: number, paused: boolean) =>
  seller.call('pauseSalePlace', { params: { id }, body: { paused } });
const removeProduct = (seller: Person, id: number) => seller.call('deleteProduct', { params: { id } });
const removeSalePlace = (seller: Person, id: number) => seller.call('deleteSalePlace', { params: { id } });
const listOnSale = async (productId: number) =>
  (await api.client()('getOffer', { params: { id: productId } })).data.slot_id !== null;
const schedule = (seller: Person, id: number, quantity = 3) =>
  seller.call('updateSchedule', { body: { product_id: id, quantity, schedule: evenings } });

describe('a product', () => {
  test('that is paused is off sale and keeps its orders; resumed, it has slots for the coming week', async () => {
    const { seller, productId } = await shop(api);
    const buyer = await person(api);
    const order = await buy(buyer, productId);
    expect((await pauseProduct(seller, productId, true)).data).toEqual({ id: productId, state: 'paused' });
    expect(await listOnSale(productId)).toBe(false);
    await expectRefusal(initiate(buyer, productId), 4);
    expect((await buyer.call('getOrder', { params: { id: order.id } })).data.state).toBe('paid');
    api.clock.advance(9 * 24 * 60 * MINUTE);
    await api.jobs.tick('packs.keep-slots');
    expect((await pauseProduct(seller, productId, false)).data.state).toBe('active');
    expect(await listOnSale(productId)).toBe(true);
  });

  test('stays paused when its schedule or texts are saved; pausing is idempotent', async () => {
    const { seller, placeId, productId } = await shop(api);
    await pauseProduct(seller, productId, true);
    await pauseProduct(seller, productId, true);
    await schedule(seller, productId, 5);
    await draft(api, seller, placeId);
    expect(await getMyProduct(seller, productId)).toMatchObject({ state: 'paused', quantity: 5 });
  });

  test('that is a draft cannot be paused or resumed', async () => {
    const { seller, placeId } = await shop(api);
    const id = await draft(api, seller, placeId);
    await expectRefusal(pauseProduct(seller, id, true), 5);
    await expectRefusal(pauseProduct(seller, id, false), 5);
  });

  test('that is removed is gone for its seller, for buyers and from favourites', async () => {
    const { seller, productId } = await shop(api);
    const buyer = await person(api);
    await buyer.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    await removeProduct(seller, productId);
    expect((await seller.call('listMyProducts')).data).toEqual([]);
    await expectRefusal(seller.call('getMyProduct', { params: { id: productId } }), 4);
    await expectRefusal(buyer.call('getOffer', { params: { id: productId } }), 4);
    await expectRefusal(seller.call('getOffer', { params: { id: productId } }), 4);
    await expectRefusal(initiate(buyer, productId), 4);
    await expectRefusal(pauseProduct(seller, productId, false), 4);
    await expectRefusal(schedule(seller, productId), 4);
    await expectRefusal(removeProduct(seller, productId), 4);
    expect((await buyer.call('listOffers', { query: { needFavourite: 'yes' } })).data).toEqual([]);
  });

  test('with an open order cannot be removed', async () => {
    const { seller, productId } = await shop(api);
    const buyer = await person(api);
    const { id } = await buy(buyer, productId);
    await expect(removeProduct(seller, productId)).rejects.toMatchObject({
      code: 5,
      message: expect.stringContaining('1'),
    });
    expect(await listOnSale(productId)).toBe(true);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'mistake' } });
    await removeProduct(seller, productId);
  });

  test('with a hold cannot be removed', async () => {
    const { seller, productId } = await shop(api);
    const buyer = await person(api);
    const { token } = await initiate(buyer, productId);
    await expectRefusal(removeProduct(seller, productId), 5);
    await buyer.call('failPayment', { body: { token, code: 'left', description: '' } });
    await removeProduct(seller, productId);
  });

  test('removed during checkout is either held and not removed, or removed and not held', async () => {
    for (let round = 0; round < 5; round++) {
      const { seller, productId } = await shop(api);
      const buyers = await Promise.all([person(api), person(api), person(api)]);
      const [removal, ...holds] = await Promise.allSettled([
        removeProduct(seller, productId),
        ...buyers.map((buyer) => initiate(buyer, productId)),
      ]);
      expect(holds.some(({ status }) => status === 'fulfilled')).toBe(removal?.status === 'rejected');
    }
  });
});

describe('a sale place', () => {
  test('that is paused closes its products; resumed, it opens those it closed', async () => {
    const { seller, placeId, productId } = await shop(api);
    const { productId: otherSalePlace } = await shop(api, { seller });
    const pausedProduct = await draft(api, seller, placeId);
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
    const { seller, placeId, productId } = await shop(api, { salePlace: { name: 'Xilofonaria' } });
    await removeSalePlace(seller, placeId);
    await expectRefusal(seller.call('getMySalePlace', { params: { id: placeId } }), 4);
    expect((await seller.call('listMySalePlaces')).data).toEqual([]);
    expect((await seller.call('listMyProducts')).data).toEqual([]);
    await expectRefusal(api.client()('getOffer', { params: { id: productId } }), 4);
    await expectRefusal(seller.call('saveSalePlace', { body: { ...placeBody, id: placeId } }), 4);
    await expectRefusal(draft(api, seller, placeId), 4);
    await expectRefusal(pauseSalePlace(seller, placeId, false), 4);
    await expectRefusal(removeSalePlace(seller, placeId), 4);
    expect(await seller.call('searchEstablishments', { query: { query: 'xilofonaria' } })).toEqual([]);
    expect(await seller.call('exportAccount')).toMatchObject({
      sale_places: [{ id: placeId }],
      products: [{ id: productId, state: 'removed' }],
    });
  });

  test('with an open order of one product stays with all its products', async () => {
    const { seller, placeId, productId } = await shop(api);
    const other = await draft(api, seller, placeId);
    await buy(await person(api), productId);
    await expectRefusal(removeSalePlace(seller, placeId), 5);
    expect((await seller.call('listMyProducts')).data.map(({ id }) => id)).toEqual([productId, other]);
    expect(await listOnSale(productId)).toBe(true);
  });
});
