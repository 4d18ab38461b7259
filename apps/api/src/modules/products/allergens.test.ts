import { describe, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
} from '../../../test/support/builders.ts';
import { type TestApp, useTestApp } from '../../../test/support/test-app.ts';

const createHelpers = (api: TestApp) => ({
  isOnSale: async (id: number) => (await api.client()('getOffer', { params: { id } })).data.slot_id !== null,
  getOffer: async (id: number) => (await api.client()('getOffer', { params: { id } })).data,
  ...createProductBuilders(api),
  applyRule: () => api.jobs.runScheduled('products.apply-allergen-rule'),
});

describe('where the operator asks for nothing', () => {
  const api = useTestApp();
  const { saveAgain, getMyProduct, getOffer, isOnSale, applyRule } = createHelpers(api);

  test('a product has none of the fourteen, names some, or says nothing', async () => {
    const { seller, productId } = await createProductOnSale(api);
    expect(await getOffer(productId)).not.toHaveProperty('free_of_allergens');
    await saveAgain(seller, productId, { free_of_allergens: true });
    expect(await getOffer(productId)).toMatchObject({ allergens: [], free_of_allergens: true });
    await saveAgain(seller, productId, { name: 'Fruta' });
    expect(await getMyProduct(seller, productId)).toMatchObject({ name: 'Fruta', free_of_allergens: true });
    await saveAgain(seller, productId, { allergens: ['nuts'] });
    expect(await getOffer(productId)).toMatchObject({ allergens: ['nuts'] });
    expect(await getOffer(productId)).not.toHaveProperty('free_of_allergens');
    await saveAgain(seller, productId, { free_of_allergens: true });
    expect(await getOffer(productId)).toMatchObject({ allergens: [], free_of_allergens: true });
    await saveAgain(seller, productId, { allergens: [] });
    expect(await getOffer(productId)).not.toHaveProperty('free_of_allergens');
    expect(await isOnSale(productId)).toBe(true);
  });

  test('some and none at once are refused beside the allergens', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await expect(
      saveAgain(seller, productId, { allergens: ['milk'], free_of_allergens: true }),
    ).rejects.toMatchObject({ code: 1, errors: { allergens: [expect.any(String)] } });
  });

  test('whoever searches for food without nuts finds what has none of the fourteen', async () => {
    const { seller, productId } = await createProductOnSale(api, { product: { name: 'Cenouras' } });
    const find = async () =>
      (await api.client()('listOffers', { query: { searchProductText: 'cenouras sem nozes' } })).data.map(
        ({ id }) => id,
      );
    expect(await find()).not.toContain(productId);
    await saveAgain(seller, productId, { free_of_allergens: true });
    expect(await find()).toContain(productId);
  });

  test('what was off sale for want of allergens is on sale again when the operator asks no more', async () => {
    const { seller, productId, salePlaceId } = await createProductOnSale(api);
    const paused = await createProductOnSale(api);
    await paused.seller.call('pauseSalePlace', {
      params: { id: paused.salePlaceId },
      body: { paused: true },
    });
    await api.db
      .updateTable('products')
      .set({ state: 'closed', awaits_allergens: true })
      .where('id', 'in', [productId, paused.productId])
      .execute();
    // Neither their sale place nor anything else puts them on sale.
    for (const isPaused of [true, false])
      await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: isPaused } });
    expect(await isOnSale(productId)).toBe(false);
    expect((await getMyProduct(seller, productId)).awaits_allergens).toBe(true);
    await applyRule();
    expect([await isOnSale(productId), await isOnSale(paused.productId)]).toEqual([true, false]);
    expect(await getMyProduct(seller, productId)).not.toHaveProperty('awaits_allergens');
  });
});

describe('where the operator asks for allergens', () => {
  const api = useTestApp({ env: async () => ({ REQUIRE_ALLERGENS: '1' }) });
  const { saveAgain, getMyProduct, isOnSale, applyRule } = createHelpers(api);

  test('products from before that say nothing go off sale, until they do', async () => {
    const named = await createProductOnSale(api, { product: { allergens: ['milk'] } });
    const free = await createProductOnSale(api, { product: { free_of_allergens: true } });
    const { seller, productId } = await createProductOnSale(api, { product: { allergens: ['milk'] } });
    await api.db.updateTable('products').set({ allergens: [] }).where('id', '=', productId).execute();
    const buyer = await createTestUser(api);
    expect(await isOnSale(productId)).toBe(true);
    await applyRule();
    expect(await isOnSale(productId)).toBe(false);
    await expectApiError(startPayment(buyer, productId), 4);
    expect([await isOnSale(named.productId), await isOnSale(free.productId)]).toEqual([true, true]);
    expect(await getMyProduct(seller, productId)).toMatchObject({ state: 'closed', awaits_allergens: true });
    await saveAgain(seller, productId, { name: 'Outro' });
    expect(await isOnSale(productId)).toBe(false);
    await saveAgain(seller, productId, { allergens: ['eggs'] });
    expect(await isOnSale(productId)).toBe(true);
  });

  test('a new product is saved as specified, and its schedule puts it on sale once it names them', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api, { product: { free_of_allergens: true } });
    const id = await createDraftProduct(api, seller, salePlaceId);
    await seller.call('updateSchedule', {
      body: { product_id: id, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    expect(await getMyProduct(seller, id)).toMatchObject({ state: 'closed', awaits_allergens: true });
    for (const paused of [true, false])
      await seller.call('pauseProduct', { params: { id }, body: { paused } });
    expect(await isOnSale(id)).toBe(false);
    await saveAgain(seller, id, { free_of_allergens: true });
    expect(await isOnSale(id)).toBe(true);
  });

  test('linked products are on sale together', async () => {
    const { seller, productId } = await createProductOnSale(api, { product: { allergens: ['milk'] } });
    const { data: place } = await seller.call('saveSalePlace', {
      body: { ...SALE_PLACE_BODY, name: 'Quiosque' },
    });
    const [copy] = (
      await seller.call('copyProduct', {
        params: { id: productId },
        body: { sale_place_ids: [place.id], linked: true, put_on_sale: true },
      })
    ).data;
    expect([await isOnSale(productId), await isOnSale(copy!.id)]).toEqual([true, true]);
    await saveAgain(seller, productId, { allergens: [] });
    expect([await isOnSale(productId), await isOnSale(copy!.id)]).toEqual([false, false]);
    await saveAgain(seller, productId, { free_of_allergens: true });
    expect([await isOnSale(productId), await isOnSale(copy!.id)]).toEqual([true, true]);
  });

  test('one that awaited them is on sale once it is linked with one that names them', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      seller: await createTestUser(api, { isSeller: true, isEmailVerified: true }),
      product: { allergens: ['milk'] },
    });
    const ids: number[] = [];
    for (const name of ['Quiosque', 'Mercado', 'Praia']) {
      const { data: place } = await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, name } });
      const id = await createDraftProduct(api, seller, place.id);
      await seller.call('updateSchedule', {
        body: { product_id: id, quantity: 3, schedule: EVENING_SCHEDULE },
      });
      ids.push(id);
    }
    const [open, paused, closed] = ids as [number, number, number];
    await seller.call('pauseProduct', { params: { id: paused }, body: { paused: true } });
    const { sale_place_id: closedPlaceId } = await getMyProduct(seller, closed);
    const pauseClosed = (isPaused: boolean) =>
      seller.call('pauseSalePlace', { params: { id: closedPlaceId }, body: { paused: isPaused } });
    await pauseClosed(true);
    await Promise.all([
      seller.call('linkProducts', { params: { id: productId }, body: { product_ids: ids } }),
      applyRule(),
    ]);
    const areOnSale = async () => Promise.all(ids.map(isOnSale));
    expect(await areOnSale()).toEqual([true, false, false]);
    await pauseClosed(false);
    await seller.call('pauseProduct', { params: { id: paused }, body: { paused: false } });
    expect(await areOnSale()).toEqual([true, true, true]);
    for (const isPaused of [true, false])
      await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: isPaused } });
    await Promise.all([saveAgain(seller, open, { allergens: [] }), applyRule()]);
    expect([await isOnSale(productId), ...(await areOnSale())]).toEqual([false, false, false, false]);
    await Promise.all([applyRule(), saveAgain(seller, paused, { free_of_allergens: true }), applyRule()]);
    expect([await isOnSale(productId), ...(await areOnSale())]).toEqual([true, true, true, true]);
  });
});
