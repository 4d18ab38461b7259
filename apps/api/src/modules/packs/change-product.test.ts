import type { Input } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import { buy, expectRefusal, initiate, person, placeBody, shop, uploaded } from '../../../test/builders.ts';
import { packBuilders } from '../../../test/pack-builders.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
type Body = Input<'saveProduct'>['body'];
const { counter, save, mine } = packBuilders(api);

describe('photos', () => {
  test('of somebody else are refused, and stay theirs', async () => {
    const [one, other] = [await counter(), await counter()];
    const photo = [await uploaded(api, other.seller)];
    await expectRefusal(save(one.seller, one.placeId, { photo }), 1, 'photo');
    await save(other.seller, other.placeId, { photo });
  });

  test('make one pack: sent again, they are used already', async () => {
    const { seller, placeId } = await counter();
    const photo = [await uploaded(api, seller)];
    await save(seller, placeId, { photo });
    await expectRefusal(save(seller, placeId, { photo }), 1, 'photo');
  });

  test('stay when a pack is changed, in the new order, with new ones', async () => {
    const { seller, placeId } = await counter();
    const [first, second, third] = [
      await uploaded(api, seller),
      await uploaded(api, seller),
      await uploaded(api, seller),
    ];
    const { id } = await save(seller, placeId, { photo: [first, second] });
    await save(seller, placeId, { id, photo: [third, second, third] });
    expect((await mine(seller, id)).photos.map(({ path }) => path)).toEqual([third, second]);
    // What was taken away does not come back.
    await expectRefusal(save(seller, placeId, { id, photo: [first] }), 1, 'photo');
  });

  test('of another pack of one’s own are refused: each has its own', async () => {
    const { seller, placeId } = await counter();
    const photo = [await uploaded(api, seller)];
    await save(seller, placeId, { photo });
    const { id } = await save(seller, placeId);
    await expectRefusal(save(seller, placeId, { id, photo }), 1, 'photo');
  });

  test('go into a copy, of one’s own pack alone', async () => {
    const [{ seller, placeId }, other] = [await counter(), await counter()];
    const photo = [await uploaded(api, seller), await uploaded(api, seller)];
    const { id } = await save(seller, placeId, { photo });
    const copy = await save(seller, placeId, { photo: photo.toReversed(), copy_of: id });
    expect((await mine(seller, copy.id)).photos.map(({ path }) => path)).toEqual(photo.toReversed());
    expect((await mine(seller, id)).photos).toHaveLength(2);
    await expectRefusal(save(other.seller, other.placeId, { photo, copy_of: id }), 4);
  });
});

describe('changing', () => {
  test('is seen at once; what is sold stays as it was sold', async () => {
    const { seller, placeId, productId } = await shop(api);
    const buyer = await person(api);
    const order = await buy(buyer, productId);
    await save(seller, placeId, { id: productId, name: 'Caixa', price: '5.99', allergens: ['nuts'] });
    const { data } = await buyer.call('showProduct', { params: { id: productId } });
    expect(data).toMatchObject({
      name: 'Caixa',
      price: 5.99,
      old_price: 18,
      allergens: ['nuts'],
      quantity: 2,
    });
    expect((await buyer.call('showOrder', { params: { id: order.id } })).data).toMatchObject({
      ...{ price: 3.99, price_cents: 399 },
      product: { id: productId, name: 'Cesto de fim de tarde' },
    });
    await expectRefusal(initiate(buyer, productId), 1, 'amount');
  });

  test('who holds a pack pays the price they were told', async () => {
    const { seller, placeId, productId } = await shop(api);
    const buyer = await person(api);
    await initiate(buyer, productId);
    await save(seller, placeId, { id: productId, price: 5.99 });
    expect((await buyer.call('myHolds')).data).toMatchObject([{ amount_cents: 399 }]);
  });

  test.each<[string, Partial<Body>, number]>([
    ['the same price', {}, 10],
    ['a price that allows it', { price: 4.99 }, 10],
    ['a price it would be too much for', { price: 1.99 }, 6],
    ['a price above it', { price: 9.99, old_price: 9.99 }, 9.99],
  ])('the value a seller declared stays with %s', async (_, change, value) => {
    const { seller, placeId } = await counter();
    const { id } = await save(seller, placeId, { old_price: 10 });
    await save(seller, placeId, { id, ...change });
    expect((await mine(seller, id)).old_price).toBe(value);
  });

  test('allergens and diet stay unless they are sent', async () => {
    const { seller, placeId } = await counter();
    const { id } = await save(seller, placeId, { allergens: ['fish'], diet: ['kosher'] });
    await save(seller, placeId, { id });
    expect(await mine(seller, id)).toMatchObject({ allergens: ['fish'], diet: ['kosher'] });
    await save(seller, placeId, { id, allergens: [], diet: [] });
    expect(await mine(seller, id)).toMatchObject({ allergens: [], diet: [] });
  });

  test('a pack may go to another venue of one’s own, and keeps its hours there', async () => {
    const { seller, productId } = await shop(api);
    const body = { ...placeBody, name: 'Azores', latitude: 37.7394, longitude: -25.6687 };
    const { data: islands } = await seller.call('saveSalePlace', { body });
    await save(seller, islands.id, { id: productId });
    const { data } = await api.client()('showProduct', { params: { id: productId } });
    expect(data).toMatchObject({
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T18:30:00.000Z',
    });
    expect(data.sale_place).toMatchObject({ id: islands.id, time_zone: 'Atlantic/Azores' });
    const { data: near } = await seller.call('listProducts', {
      query: { latitude: 37.7394, longitude: -25.6687, radius: 1000 },
    });
    expect(near.map(({ id }) => id)).toEqual([productId]);
  });

  test('but not while an order is ahead or somebody is paying: they come to where they were told', async () => {
    const { seller, productId } = await shop(api);
    const { data: other } = await seller.call('saveSalePlace', { body: placeBody });
    const buyer = await person(api);
    const { token } = await initiate(buyer, productId);
    await expectRefusal(save(seller, other.id, { id: productId }), 5, 'sale_place_id');
    await buyer.call('failPayment', { body: { token, code: 'left', description: '' } });
    const { id } = await buy(buyer, productId);
    await expectRefusal(save(seller, other.id, { id: productId }), 5, 'sale_place_id');
    expect((await mine(seller, productId)).sale_place_id).not.toBe(other.id);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'mistake' } });
    await save(seller, other.id, { id: productId });
    expect((await mine(seller, productId)).sale_place_id).toBe(other.id);
  });

  test('at a paused venue it is closed, from one it opens', async () => {
    const { seller, placeId, productId } = await shop(api);
    const { data: other } = await seller.call('saveSalePlace', { body: placeBody });
    await seller.call('pauseSalePlace', { params: { id: other.id }, body: { paused: true } });
    await save(seller, other.id, { id: productId });
    expect((await mine(seller, productId)).state).toBe('closed');
    await save(seller, placeId, { id: productId });
    expect((await mine(seller, productId)).state).toBe('active');
  });

  test('many sellers save packs in the same new words at once', async () => {
    const counters = await Promise.all(Array.from({ length: 12 }, counter));
    for (let round = 0; round < 3; round++) {
      const words = Array.from({ length: 330 }, (_, i) => `${round}w${i}`);
      const packs = counters.map(({ seller, placeId }, i) =>
        save(seller, placeId, { description: (i % 2 ? words : words.toReversed()).join(' ') }),
      );
      expect((await Promise.allSettled(packs)).map(({ status }) => status)).toEqual(
        counters.map(() => 'fulfilled'),
      );
    }
  });
});
