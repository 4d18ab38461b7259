import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  createUpload,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const reason = 'Prices of 2027.';
const SOUPS = { name_pt: 'Sopas', name_en: 'Soups & stews', name_ru: 'Супы', icon: 'rice' as const };

/** The seller's product sent again, with changes. */
async function saveAgain(seller: TestUser, productId: number, change: object = {}) {
  const { data } = await seller.call('getMyProduct', { params: { id: productId } });
  return seller.call('saveProduct', {
    body: {
      id: productId,
      sale_place_id: data.sale_place_id,
      categories: data.categories.map(({ id }) => id),
      name: data.name,
      description: data.description,
      photo: data.photos.map(({ path }) => path),
      price: data.price,
      ...change,
    },
  });
}

const createAgain = async (seller: TestUser, productId: number, change: object = {}) =>
  saveAgain(seller, productId, { id: 0, photo: [await createUpload(api, seller)], ...change });

describe('price tiers', () => {
  test('a new one can be chosen, one outside the rules cannot be added', async () => {
    const catalogue = await createTestOperator(api, 'catalogue');
    const { seller, productId } = await createProductOnSale(api);
    const add = (price_cents: number, old_price_cents: number) =>
      catalogue.call('createPriceTier', { body: { price_cents, old_price_cents, reason } });
    await expectApiError(add(129, 300), 1, 'price_cents');
    // Three times as much does not fit the column's type.
    await expectApiError(add(2_147_483_647, 2_147_483_647), 1, 'price_cents', 'old_price_cents');
    await expectApiError(add(450, 1501), 1, 'old_price_cents');
    await expectApiError(add(450, 449), 1, 'old_price_cents');
    await expectApiError(add(399, 1200), 1, 'price_cents');
    await expectApiError(createAgain(seller, productId, { price: 4.5 }), 1, 'price');
    expect((await add(450, 1500)).data).toMatchObject({ id: 450, earning_cents: 321, products: 0 });
    const { data } = await createAgain(seller, productId, { price: 4.5 });
    expect((await seller.call('getMyProduct', { params: { id: data.id } })).data.old_price).toBe(15);
  });

  test('a changed value leaves products, and what was sold, as they are', async () => {
    const catalogue = await createTestOperator(api, 'catalogue');
    const { seller, productId } = await createProductOnSale(api);
    const order = await buyProduct(await createTestUser(api), productId);
    const before = (await seller.call('getMyProduct', { params: { id: productId } })).data;
    const cents = before.price_cents;
    await expectApiError(
      catalogue.call('updatePriceTier', { params: { id: cents }, body: { old_price_cents: 1, reason } }),
      1,
      'old_price_cents',
    );
    const { data } = await catalogue.call('updatePriceTier', {
      params: { id: cents },
      body: { old_price_cents: cents + 1, reason },
    });
    expect(data).toMatchObject({ old_price_cents: cents + 1, products: expect.any(Number) });
    await saveAgain(seller, productId);
    const after = (await seller.call('getMyProduct', { params: { id: productId } })).data;
    expect(after.old_price).toBe(before.old_price);
    const { old_price_cents } = await api.db
      .selectFrom('orders')
      .select('old_price_cents')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(old_price_cents).toBe(Math.round(before.old_price * 100));
  });

  test('a retired one cannot be chosen; products keep it, and their sellers see that', async () => {
    const catalogue = await createTestOperator(api, 'catalogue');
    const { seller, productId } = await createProductOnSale(api);
    const product = (await seller.call('getMyProduct', { params: { id: productId } })).data;
    expect(product.is_price_retired).toBeUndefined();
    const params = { id: product.price_cents };
    const listPrices = async () => (await seller.call('listPriceTiers')).data.map((tier) => tier.price_cents);
    const retired = await catalogue.call('retirePriceTier', { params, body: { reason } });
    expect(retired.data.retired_at).toBe(FRIDAY_NOON);
    expect(await listPrices()).not.toContain(product.price_cents);
    expect(await seller.call('listPrices')).not.toContain(product.price);
    await saveAgain(seller, productId, { name: 'Cesto da noite' });
    expect((await seller.call('getMyProduct', { params: { id: productId } })).data).toMatchObject({
      name: 'Cesto da noite',
      price: product.price,
      is_price_retired: true,
    });
    expect((await buyProduct(await createTestUser(api), productId)).id).toBeGreaterThan(0);
    await expectApiError(createAgain(seller, productId), 1, 'price');
    await catalogue.call('restorePriceTier', { params, body: { reason } });
    expect(await listPrices()).toContain(product.price_cents);
    await createAgain(seller, productId);
    await expectApiError(catalogue.call('retirePriceTier', { params: { id: 1 }, body: { reason } }), 4);
  });
});

describe('product types', () => {
  test('a new one is offered with its icon in three languages, and found in the search', async () => {
    const catalogue = await createTestOperator(api, 'catalogue');
    const { seller, productId } = await createProductOnSale(api);
    const { data } = await catalogue.call('createProductType', { body: { ...SOUPS, reason } });
    expect(data).toMatchObject({ ...SOUPS, slug: 'soups_stews', products: 0, retired_at: null });
    await expectApiError(
      catalogue.call('createProductType', { body: { ...SOUPS, name_en: 'soups & STEWS', reason } }),
      1,
      'name_pt',
    );
    const listTypes = async (language: 'pt' | 'ru') =>
      (await api.client(null, language)('listProductTypes')).data.find(({ id }) => id === data.id);
    expect(await listTypes('pt')).toEqual({ id: data.id, name: 'Sopas', slug: 'soups_stews', icon: 'rice' });
    expect(await listTypes('ru')).toMatchObject({ name: 'Супы' });
    await saveAgain(seller, productId, { categories: [data.id] });
    const find = async (searchProductText: string) =>
      (
        await api.client()('listOffers', { query: { searchProductText, latitude: 38.71, longitude: -9.14 } })
      ).data
        .map(({ id }) => id)
        .includes(productId);
    expect(await find('супы')).toBe(true);
    await catalogue.call('updateProductType', {
      params: { id: data.id },
      body: { ...SOUPS, name_ru: 'Похлёбки', reason },
    });
    await api.jobs.runDue();
    expect(await find('похлёбки')).toBe(true);
    const offer = await api.client(null, 'ru')('getOffer', { params: { id: productId } });
    expect(offer.data.types).toMatchObject([{ name: 'Похлёбки' }]);
  });

  test('a retired one cannot be chosen; products keep it, and one type remains', async () => {
    const catalogue = await createTestOperator(api, 'catalogue');
    const { seller, productId } = await createProductOnSale(api);
    const { data: type } = await catalogue.call('createProductType', {
      body: { name_pt: 'Queijos', name_en: 'Cheese', name_ru: 'Сыры', icon: 'pie', reason },
    });
    await saveAgain(seller, productId, { categories: [type.id] });
    const params = { id: type.id };
    const { data } = await catalogue.call('retireProductType', { params, body: { reason } });
    expect(data).toMatchObject({ products: 1, retired_at: FRIDAY_NOON });
    const types = (await api.client()('listProductTypes')).data;
    expect(types.map(({ id }) => id)).not.toContain(type.id);
    await saveAgain(seller, productId);
    expect((await seller.call('getMyProduct', { params: { id: productId } })).data).toMatchObject({
      categories: [{ name: 'Cheese' }],
      retired_type_ids: [type.id],
    });
    await expectApiError(createAgain(seller, productId), 1, 'categories');
    const { productId: otherId } = await createProductOnSale(api);
    const correct = (id: number) =>
      catalogue.call('updateProductTypes', { params: { id }, body: { type_ids: [type.id], reason } });
    await expectApiError(correct(otherId), 1, 'type_ids');
    await correct(productId);
    const { items } = await catalogue.call('listAdminProductTypes', { query: { state: 'retired' } });
    expect(items.map(({ id }) => id)).toEqual([type.id]);

    const retired_at = api.clock.now();
    await api.db.updateTable('product_types').set({ retired_at }).where('id', '!=', 1).execute();
    await expectApiError(catalogue.call('retireProductType', { params: { id: 1 }, body: { reason } }), 5);
    await api.db.updateTable('product_types').set({ retired_at: null }).execute();
  });
});

test('the types of a sale place are corrected: its seller is told, and its packs are found by the new type', async () => {
  const catalogue = await createTestOperator(api, 'catalogue');
  const { seller, salePlaceId, productId } = await createProductOnSale(api);
  const params = { id: salePlaceId };
  const types = (await catalogue.call('listSalePlaceTypes')).data;
  const { type_ids: before } = (await catalogue.call('getAdminSalePlace', { params })).data;
  const type = types.find(({ id }) => !before.includes(id))!;
  const correct = (type_ids: number[]) =>
    catalogue.call('updateSalePlaceTypes', { params, body: { type_ids, reason } });
  await expectApiError(correct([32_000]), 1, 'type_ids');
  expect((await correct([type.id])).data.type_ids).toEqual([type.id]);
  const offers = await seller.call('listOffers', { query: { searchProductText: type.name, limit: 50 } });
  expect(offers.data.map(({ id }) => id)).toContain(productId);
  api.mails.length = 0;
  await correct([type.id]);
  await api.jobs.runDue();
  const mails = api.mails.filter(({ to, text }) => to === seller.email && text.includes(reason));
  expect(mails).toHaveLength(1);
});

test('texts of a pack in other languages are found and shown, where they may be what was reported', async () => {
  const catalogue = await createTestOperator(api, 'catalogue');
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const text = {
    language: 'ru',
    name: 'Корзинка пекаря',
    description: 'Без глютена.',
    is_translated: false,
  } as const;
  await api.db
    .insertInto('product_texts')
    .values({ product_id: productId, ...text })
    .execute();
  const { items } = await catalogue.call('listAdminProducts', { query: { q: 'пекаря' } });
  expect(items.map(({ id }) => id)).toEqual([productId]);
  const results = await catalogue.call('searchAdmin', { query: { q: 'пекаря' } });
  expect(results.items).toMatchObject([{ kind: 'product', id: productId }]);
  const { data } = await catalogue.call('getAdminProduct', { params: { id: productId } });
  expect(data).toMatchObject({ language: 'pt', texts: [text] });
  const report = {
    subject_kind: 'product',
    subject_id: productId,
    ground: 'misleading',
    text: 'Not so.',
  } as const;
  const { id } = (await buyer.call('reportContent', { body: report })).data;
  const shown = (await catalogue.call('getContentReport', { params: { id } })).data;
  expect(shown.subject_texts).toEqual([text]);
});

test('the description of a sale place is shown in all its languages', async () => {
  const catalogue = await createTestOperator(api, 'catalogue');
  const { salePlaceId } = await createProductOnSale(api, {
    salePlace: { description: 'Padaria.', language: 'pt', descriptions: { pt: 'Pão.', ru: 'Пекарня.' } },
  });
  const { data } = await catalogue.call('getAdminSalePlace', { params: { id: salePlaceId } });
  expect(data).toMatchObject({
    description: 'Padaria.',
    language: 'pt',
    texts: [{ language: 'ru', description: 'Пекарня.' }],
  });
});
