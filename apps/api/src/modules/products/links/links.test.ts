import { errorCodes } from '@wopack/contract';
import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createMember,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  createUpload,
  EVENING_SCHEDULE,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { UNPROVED_QUOTAS } from '../../identity/index.ts';
import { insertTranslation } from '../translations/translations.queries.ts';

const api = useTestApp();
const { saveAgain } = createProductBuilders(api);
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getMyProduct = async (user: TestUser, id: number) =>
  (await user.call('getMyProduct', { params: { id } })).data;

type SaveBody = Input<'saveProduct'>['body'];

/** A seller with a product on sale, and further sale places by name. */
async function createChain(names: string[] = ['Quiosque', 'Mercado'], isEmailVerified = true) {
  const owner = await createTestUser(api, { name: 'Rui Fontes', isSeller: true, isEmailVerified });
  const { seller, salePlaceId, productId } = await createProductOnSale(api, {
    seller: owner,
    product: {
      name: 'Cesto',
      description: 'Pão.',
      old_price: 11,
      allergens: ['gluten'],
      code: 'P-17',
      texts: { en: { name: 'Basket', description: 'Bread.' } },
    },
  });
  const places: number[] = [];
  for (const name of names)
    places.push((await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, name } })).data.id);
  return { seller, salePlaceId, productId, places };
}

const copy = async (
  user: TestUser,
  id: number,
  sale_place_ids: number[],
  { linked = true, ...options }: Partial<Input<'copyProduct'>['body']> = {},
) => (await user.call('copyProduct', { params: { id }, body: { sale_place_ids, linked, ...options } })).data;

/** The chain with a product linked at all its sale places. */
async function createLinked(names?: string[]) {
  const chain = await createChain(names);
  const copies = await copy(chain.seller, chain.productId, chain.places, { put_on_sale: true });
  return { ...chain, copies: copies.map(({ id }) => id) };
}

const link = (user: TestUser, id: number, product_ids: number[]) =>
  user.call('linkProducts', { params: { id }, body: { product_ids } });

/** A further one on sale at a sale place. */
async function addProduct(seller: TestUser, salePlaceId: number, product: Partial<SaveBody> = {}) {
  const id = await createDraftProduct(api, seller, salePlaceId, product);
  await seller.call('updateSchedule', {
    body: { product_id: id, quantity: 3, schedule: EVENING_SCHEDULE },
  });
  return id;
}

/** From before a claim that a named allergen rules out was refused. */
const claim = (id: number, allergens: ('milk' | 'gluten')[]) =>
  api.db
    .updateTable('products')
    .set({ diet: ['vegan', 'halal'], allergens })
    .where('id', '=', id)
    .execute();

test('a copy does not claim a diet that what it names rules out', async () => {
  const { seller, productId, places } = await createChain();
  await claim(productId, ['gluten', 'milk']);
  for (const linked of [true, false]) {
    const [first] = await copy(seller, productId, [places[linked ? 0 : 1]!], { linked });
    expect((await getMyProduct(seller, first!.id)).diet).toEqual(['halal']);
  }
  const other = await addProduct(seller, places[1]!);
  await link(seller, productId, [other]);
  expect((await getMyProduct(seller, other)).diet).toEqual(['halal']);
});

describe('linking afterwards', () => {
  /** A product on sale at its own sale place, beside one with other words at each of two further ones. */
  async function createSeparate() {
    const chain = await createChain();
    const others = [];
    for (const salePlaceId of chain.places)
      others.push(
        await addProduct(chain.seller, salePlaceId, {
          ...{ name: 'Saco', description: 'Pão de ontem.', price: 4.99 },
        }),
      );
    return { ...chain, others };
  }

  test('gives the chosen ones texts and photos of the source; price, hours and state stay', async () => {
    const { seller, productId, others } = await createSeparate();
    const before = await getMyProduct(seller, others[0]!);
    await link(seller, productId, others);
    const source = await getMyProduct(seller, productId);
    expect(source.linked?.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
    for (const id of others)
      expect(await getMyProduct(seller, id)).toMatchObject({
        ...{ name: 'Cesto', description: 'Pão.', photos: source.photos, texts: source.texts },
        ...{ allergens: ['gluten'], linked_count: 2 },
        ...{ price: before.price, schedule: before.schedule, quantity: before.quantity, state: 'active' },
      });
    const { data } = await seller.call('listActivity', { query: { kind: 'product_linked' } });
    expect(data.map(({ product }) => product?.id).toSorted()).toEqual(others.toSorted());
    // Again changes nothing.
    await link(seller, productId, others);
    expect((await seller.call('listActivity', { query: { kind: 'product_linked' } })).data).toHaveLength(2);
    await saveAgain(seller, others[1]!, { name: 'Cesto novo' });
    expect(await getMyProduct(seller, productId)).toMatchObject({ name: 'Cesto novo' });
    const week = (await seller.call('getSellerWeek', { query: { sale_place_id: source.sale_place_id } }))
      .data;
    expect(week.packs.map(({ linked_count }) => linked_count)).toEqual([2]);
  });

  test('the links of two businesses have nothing to do with each other', async () => {
    const [first, second] = [await createSeparate(), await createSeparate()];
    for (const { seller, productId, others } of [first, second]) await link(seller, productId, others);
    const catalogue = await createTestOperator(api, 'catalogue');
    const { data } = await catalogue.call('getAdminProduct', { params: { id: first.productId } });
    expect(data.linked_count).toBe(2);
    const text = { name: 'Cesto', description: 'Pão.' };
    const [source, translation] = [
      { ...text, language: 'pt' as const },
      { ...text, language: 'ru' as const },
    ];
    const translated = await api.db
      .transaction()
      .execute((trx) => insertTranslation(trx, first.productId, source, translation));
    expect(translated.toSorted()).toEqual([first.productId, ...first.others].toSorted());
  });

  test('the chosen ones leave the link that they had, and the numbers of two links never meet', async () => {
    const { seller, productId, places, copies } = await createLinked(['Quiosque', 'Mercado', 'Praia']);
    const { salePlaceId, productId: alone } = await createProductOnSale(api, { seller });
    // The first copy gave the former link its number.
    await link(seller, alone, [copies[0]!]);
    expect(await getMyProduct(seller, productId)).toMatchObject({ linked_count: 2 });
    expect(await getMyProduct(seller, alone)).toMatchObject({
      linked: [{ id: copies[0], sale_place_id: places[0] }],
    });
    expect((await getMyProduct(seller, copies[0]!)).linked).toMatchObject([
      { id: alone, sale_place_id: salePlaceId },
    ]);
  });

  test('is refused of another kind, of the same sale place, of another seller, and outside of the scope', async () => {
    const { seller, salePlaceId, productId, others } = await createSeparate();
    const refuse = (id: number, ids: number[], caller = seller) =>
      expectApiError(link(caller, id, ids), errorCodes.validation.code, 'product_ids');
    const beside = await addProduct(seller, salePlaceId);
    await refuse(productId, [beside]);
    await refuse(productId, [productId]);
    const { productId: foreign } = await createProductOnSale(api);
    await refuse(productId, [others[0]!, foreign]);
    await api.db
      .updateTable('products')
      .set({ type_ids: [4] })
      .where('id', '=', others[0]!)
      .execute();
    await refuse(productId, [others[1]!, others[0]!]);
    const manager = await createMember(api, seller, 'manager', { salePlaceIds: [salePlaceId] });
    await refuse(productId, [others[1]!], manager);
    await expectApiError(link(manager, others[1]!, [productId]), errorCodes.notFound.code);
    for (const id of [productId, ...others])
      expect((await getMyProduct(seller, id)).linked_count).toBeUndefined();
    await link(seller, productId, [others[1]!]);
    const copies = await copy(seller, others[0]!, [(await getMyProduct(seller, others[1]!)).sale_place_id], {
      linked: false,
    });
    await api.db
      .updateTable('products')
      .set({ type_ids: [1] })
      .where('id', '=', copies[0]!.id)
      .execute();
    await refuse(productId, [copies[0]!.id]);
  });
});

describe('copies', () => {
  test.each([true, false])('have photos, texts, price, hours and quantity; linked: %s', async (linked) => {
    const { seller, productId, places } = await createChain();
    const copies = await copy(seller, productId, [...places].reverse(), { linked });
    expect(copies).toEqual(
      places.map((sale_place_id, index) => ({
        id: expect.any(Number),
        sale_place_id,
        sale_place_name: ['Quiosque', 'Mercado'][index],
        result: 'made',
        state: 'draft',
      })),
    );
    const {
      id: _,
      sale_place_id,
      sale_place_name,
      state,
      linked_count,
      linked: names,
      ...original
    } = await getMyProduct(seller, productId);
    expect([state, linked_count ?? 0, names?.length ?? 0]).toEqual([
      'active',
      linked ? 2 : 0,
      linked ? 2 : 0,
    ]);
    for (const { id } of copies)
      expect(await getMyProduct(seller, id)).toMatchObject({ ...original, id, state: 'draft' });
    const { data } = await seller.call('listActivity', { query: { kind: 'product_copied' } });
    expect(data.map(({ product, after }) => [product?.id, after])).toEqual(
      copies.map(({ id }) => [id, { price: 3.99, old_price: 11 }]).reverse(),
    );
    await expectApiError(
      api.client()('getOffer', { params: { id: copies[0]!.id } }),
      errorCodes.notFound.code,
    );
  });

  test('are put on sale on request, each in its time zone, and are closed where the sale place is paused', async () => {
    const { seller, productId, places } = await createChain(['Mercado']);
    const azores = { ...SALE_PLACE_BODY, name: 'Açores', latitude: 37.7394, longitude: -25.6687 };
    const { data: azoresPlace } = await seller.call('saveSalePlace', { body: azores });
    await seller.call('pauseSalePlace', { params: { id: places[0]! }, body: { paused: true } });
    const copies = await copy(seller, productId, [places[0]!, azoresPlace.id], { put_on_sale: true });
    expect(copies.map(({ state }) => state)).toEqual(['closed', 'active']);
    const { data } = await api.client()('getOffer', { params: { id: copies[1]!.id } });
    expect(data).toMatchObject({ quantity: 3, pickup_start: '2026-11-20T18:30:00.000Z' });
    await seller.call('pauseSalePlace', { params: { id: places[0]! }, body: { paused: false } });
    expect((await api.client()('getOffer', { params: { id: copies[0]!.id } })).data.quantity).toBe(3);
  });

  test('are drafts only of a draft', async () => {
    const { seller, places } = await createChain();
    const draft = await createDraftProduct(api, seller, places[0]!);
    await expectApiError(copy(seller, draft, [places[1]!], { put_on_sale: true }), 1, 'put_on_sale');
    const [made] = await copy(seller, draft, [places[1]!]);
    expect(await getMyProduct(seller, made!.id)).toMatchObject({ state: 'draft', schedule: null });
  });

  test('a sale place has one linked product, and any number of independent ones', async () => {
    const { seller, salePlaceId, productId, places } = await createChain();
    const [first] = await copy(seller, productId, [places[0]!]);
    const again = await copy(seller, first!.id, [salePlaceId, ...places]);
    expect(again.map(({ id, result }) => [id === productId || id === first!.id, result])).toEqual([
      [true, 'linked_before'],
      [true, 'linked_before'],
      [false, 'made'],
    ]);
    expect(await copy(seller, productId, places)).toMatchObject([
      { result: 'linked_before' },
      { result: 'linked_before' },
    ]);
    for (let round = 0; round < 2; round++) {
      const [made] = await copy(seller, productId, [salePlaceId], { linked: false });
      expect(made).toMatchObject({ result: 'made', sale_place_id: salePlaceId });
      // The code of an import is that of one product a sale place.
      expect(await getMyProduct(seller, made!.id)).not.toHaveProperty('code');
    }
    expect((await seller.call('listMyProducts')).data.map(({ linked_count }) => linked_count ?? 0)).toEqual([
      2, 2, 2, 0, 0,
    ]);
  });

  test("are all made or none: a foreign sale place or one outside of the member's is refused at its field", async () => {
    const { seller, productId, places, salePlaceId } = await createChain();
    const other = await createProductOnSale(api);
    const manager = await createMember(api, seller, 'manager', { salePlaceIds: [salePlaceId, places[0]!] });
    await expectApiError(copy(seller, productId, [places[0]!, other.salePlaceId]), 1, 'sale_place_ids');
    await expectApiError(copy(manager, productId, places), 1, 'sale_place_ids');
    await expectApiError(copy(seller, productId, [places[0]!, 2_147_483_647]), 1, 'sale_place_ids');
    await expectApiError(copy(other.seller, productId, [other.salePlaceId]), errorCodes.notFound.code);
    const foreign = (await copy(seller, productId, [places[1]!]))[0]!.id;
    await expectApiError(copy(manager, foreign, [places[0]!]), errorCodes.notFound.code);
    expect((await seller.call('listMyProducts')).data).toHaveLength(2);
    expect(await copy(manager, productId, [places[0]!])).toMatchObject([{ result: 'made' }]);
  });

  test('count for the quota of an account without a verified address, all together', async () => {
    const { seller, productId, salePlaceId, places } = await createChain(['Quiosque', 'Mercado'], false);
    for (let made = 1; made < UNPROVED_QUOTAS.products - 1; made++)
      await copy(seller, productId, [salePlaceId], { linked: false });
    await expectApiError(copy(seller, productId, places), errorCodes.conflict.code, 'email_verified');
    expect(await copy(seller, productId, [salePlaceId, places[0]!])).toHaveLength(2);
    await expectApiError(copy(seller, productId, [places[1]!]), errorCodes.conflict.code, 'email_verified');
  });

  test('need a price and types that are offered; linked ones keep the types', async () => {
    const { seller, productId, places } = await createChain();
    const { price_cents } = await getMyProduct(seller, productId);
    const retire = (at: Date | null) =>
      api.ownerDb
        .updateTable('price_tiers')
        .set({ retired_at: at })
        .where('price_cents', '=', price_cents)
        .execute();
    await retire(new Date(FRIDAY_NOON));
    await expectApiError(copy(seller, productId, places), errorCodes.conflict.code);
    await retire(null);
    const types = api.ownerDb.updateTable('product_types').where('id', '=', 1);
    await types.set({ retired_at: new Date(FRIDAY_NOON) }).execute();
    await expectApiError(copy(seller, productId, places, { linked: false }), errorCodes.conflict.code);
    expect(await copy(seller, productId, places)).toHaveLength(2);
    await types.set({ retired_at: null }).execute();
  });
});

describe('linked products', () => {
  test('have one text and one set of photos, also for a client that knows nothing of links', async () => {
    const { seller, productId, copies } = await createLinked();
    const photo = await createUpload(api, seller);
    await saveAgain(seller, copies[0]!, {
      name: 'Caixa',
      description: 'Bolos.',
      photo: [photo],
      categories: [4],
      allergens: ['milk'],
      diet: ['vegetarian'],
      vat_rate: 'mixed',
      texts: { ru: { name: 'Коробка', description: 'Пирожные.' } },
    });
    for (const id of [productId, ...copies]) {
      expect(await getMyProduct(seller, id)).toMatchObject({
        name: 'Caixa',
        description: 'Bolos.',
        photos: [{ path: photo }],
        categories: [{ id: 4 }],
        allergens: ['milk'],
        diet: ['vegetarian'],
        vat_rate: 'mixed',
        texts: { ru: { name: 'Коробка', description: 'Пирожные.', translated: false } },
        price: 3.99,
      });
      const query = { searchProductText: 'коробка' };
      expect((await api.client()('listOffers', { query })).data.map((offer) => offer.id)).toContain(id);
    }
    const { data } = await seller.call('listActivity', { query: { kind: 'product_changed' } });
    expect(new Set(data.map(({ product }) => product?.id))).toEqual(new Set([productId, ...copies]));
  });

  test('have price, hours, quantity and state of their own', async () => {
    const { seller, productId, copies } = await createLinked();
    const [changed, other] = copies as [number, number];
    await saveAgain(seller, changed, { price: 4.99, old_price: 12 });
    const schedule = { mon: { time_start: '09:00', time_end: '10:00' } };
    await seller.call('updateSchedule', { body: { product_id: changed, quantity: 9, schedule } });
    await seller.call('pauseProduct', { params: { id: changed }, body: { paused: true } });
    expect(await getMyProduct(seller, changed)).toMatchObject({
      price: 4.99,
      quantity: 9,
      schedule,
      state: 'paused',
    });
    for (const id of [productId, other])
      expect(await getMyProduct(seller, id)).toMatchObject({
        price: 3.99,
        old_price: 11,
        quantity: 3,
        schedule: EVENING_SCHEDULE,
        state: 'active',
      });
    const buyer = await createTestUser(api);
    await buyProduct(buyer, productId);
    expect((await api.client()('getOffer', { params: { id: other } })).data.quantity).toBe(3);
  });

  test('get the price of one on request, and are noted', async () => {
    const { seller, productId, copies } = await createLinked();
    const [same, own] = copies as [number, number];
    await saveAgain(seller, productId, { price: 5.99, old_price: 15, same_price_for: [same] });
    expect((await getMyProduct(seller, same)).price).toBe(5.99);
    expect((await getMyProduct(seller, same)).old_price).toBe(15);
    expect((await getMyProduct(seller, own)).price).toBe(3.99);
    const { data } = await seller.call('listActivity', { query: { kind: 'price_changed' } });
    expect(data.map(({ product }) => product?.id)).toEqual([same, productId]);
    await expectApiError(saveAgain(seller, productId, { same_price_for: [productId] }), 1, 'same_price_for');
    const stranger = await createProductOnSale(api);
    await expectApiError(
      saveAgain(seller, productId, { name: '', same_price_for: [stranger.productId] }),
      1,
      'name',
      'same_price_for',
    );
  });

  test('get the hours of one on request; a draft and a paused one stay so', async () => {
    const { seller, productId, copies, places } = await createLinked();
    const [onSale, paused] = copies as [number, number];
    await seller.call('pauseProduct', { params: { id: paused }, body: { paused: true } });
    const { data: place } = await seller.call('saveSalePlace', {
      body: { ...SALE_PLACE_BODY, name: 'Cais' },
    });
    const [draft] = await copy(seller, productId, [place.id]);
    const schedule = { sat: { time_start: '09:00', time_end: '10:00' } };
    const save = (ids: number[]) =>
      seller.call('updateSchedule', {
        body: { product_id: productId, quantity: 7, schedule, same_schedule_for: ids },
      });
    await save([onSale, paused, draft!.id]);
    expect(
      await Promise.all(
        [productId, onSale, paused, draft!.id].map(async (id) => {
          const { state, quantity, schedule: saved } = await getMyProduct(seller, id);
          expect(saved).toEqual(schedule);
          return [state, quantity];
        }),
      ),
    ).toEqual([
      ['active', 7],
      ['active', 7],
      ['paused', 7],
      ['draft', 7],
    ]);
    expect((await api.client()('getOffer', { params: { id: onSale } })).data).toMatchObject({
      quantity: 7,
      pickup_start: '2026-11-21T09:00:00.000Z',
    });
    await expectApiError(save([999_999]), 1, 'same_schedule_for');
    // The hours of a single date at one of them are in the way: nothing is changed anywhere.
    await seller.call('updateDateOverride', {
      params: { id: onSale, date: '2026-11-22' },
      body: { plan: 'hours', time_start: '00:30', time_end: '02:00' },
    });
    const late = { sat: { time_start: '22:00', time_end: '01:30' } };
    await expectApiError(
      seller.call('updateSchedule', {
        body: { product_id: productId, quantity: 2, schedule: late, same_schedule_for: [onSale] },
      }),
      1,
      'same_schedule_for',
    );
    expect(await getMyProduct(seller, productId)).toMatchObject({ quantity: 7, schedule });
    expect(places).toHaveLength(2);
  });

  test('move to no sale place that has one of them', async () => {
    const { seller, productId, copies, places, salePlaceId } = await createLinked();
    await expectApiError(
      saveAgain(seller, productId, { sale_place_id: places[0]! }),
      errorCodes.conflict.code,
      'sale_place_id',
    );
    await seller.call('deleteProduct', { params: { id: copies[0]! } });
    await saveAgain(seller, productId, { sale_place_id: places[0]! });
    expect((await getMyProduct(seller, copies[1]!)).linked).toMatchObject([{ sale_place_id: places[0] }]);
    expect(await copy(seller, productId, [salePlaceId])).toMatchObject([{ result: 'made' }]);
  });

  test('one that is removed, with its sale place or alone, leaves the others with their photos', async () => {
    const { seller, productId, copies, places } = await createLinked();
    await seller.call('deleteProduct', { params: { id: productId } });
    expect(await getMyProduct(seller, copies[0]!)).toMatchObject({
      linked_count: 1,
      linked: [{ id: copies[1], sale_place_name: 'Mercado' }],
    });
    await saveAgain(seller, copies[0]!, { name: 'Caixa' });
    await seller.call('deleteSalePlace', { params: { id: places[0]! } });
    const last = await getMyProduct(seller, copies[1]!);
    expect(last).toMatchObject({ name: 'Caixa', photos: [{ path: expect.any(String) }] });
    expect([last.linked_count, last.linked]).toEqual([undefined, undefined]);
    await saveAgain(seller, copies[1]!, { name: 'Saco' });
  });

  test('one that is unlinked keeps everything, and shares nothing more', async () => {
    const { seller, productId, copies } = await createLinked();
    const [unlinked, other] = copies as [number, number];
    await seller.call('unlinkProduct', { params: { id: unlinked } });
    await seller.call('unlinkProduct', { params: { id: unlinked } });
    await saveAgain(seller, unlinked, { name: 'Caixa', photo: [await createUpload(api, seller)] });
    await saveAgain(seller, productId, { description: 'Bolos.' });
    expect(await getMyProduct(seller, unlinked)).toMatchObject({ name: 'Caixa', description: 'Pão.' });
    for (const id of [productId, other])
      expect(await getMyProduct(seller, id)).toMatchObject({
        name: 'Cesto',
        description: 'Bolos.',
        linked_count: 1,
      });
    const { data } = await seller.call('listActivity', { query: { kind: 'product_unlinked' } });
    expect(data.map(({ product }) => product?.id)).toEqual([unlinked]);
    // It may be the first of another link.
    const { data: place } = await seller.call('saveSalePlace', {
      body: { ...SALE_PLACE_BODY, name: 'Cais' },
    });
    const [made] = await copy(seller, unlinked, [place.id]);
    expect((await getMyProduct(seller, made!.id)).linked).toMatchObject([{ id: unlinked }]);
    expect((await getMyProduct(seller, productId)).linked_count).toBe(1);
  });
});

describe('a member with some of the sale places', () => {
  async function createManager() {
    const chain = await createLinked();
    const manager = await createMember(api, chain.seller, 'manager', { salePlaceIds: [chain.salePlaceId] });
    return { ...chain, manager };
  }

  test('changes price and hours, no text of others, and may unlink', async () => {
    const { seller, manager, productId, copies } = await createManager();
    const view = await getMyProduct(manager, productId);
    expect([view.linked_count, view.linked]).toEqual([2, []]);
    await saveAgain(manager, productId, { price: 4.99 });
    const changed = saveAgain(manager, productId, { name: 'Caixa', price: 5.99 });
    await expectApiError(changed, errorCodes.conflict.code, 'linked');
    expect(await getMyProduct(manager, productId)).toMatchObject({ name: 'Cesto', price: 4.99 });
    await expectApiError(
      saveAgain(manager, productId, { same_price_for: [copies[0]!] }),
      1,
      'same_price_for',
    );
    await expectApiError(
      manager.call('unlinkProduct', { params: { id: copies[0]! } }),
      errorCodes.notFound.code,
    );
    await manager.call('unlinkProduct', { params: { id: productId } });
    await saveAgain(manager, productId, { name: 'Caixa' });
    expect((await getMyProduct(seller, copies[0]!)).name).toBe('Cesto');
  });

  test('a text in another language is a change too; the same texts are none', async () => {
    const { manager, productId } = await createManager();
    await saveAgain(manager, productId, { texts: { en: { name: 'Basket', description: 'Bread.' } } });
    await expectApiError(saveAgain(manager, productId, { texts: {} }), errorCodes.conflict.code, 'linked');
    expect((await getMyProduct(manager, productId)).texts).toHaveProperty('en');
  });
});

describe('at the same time', () => {
  test('two changes of the text: the later one is that of all', async () => {
    const { seller, productId, copies } = await createLinked();
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        saveAgain(seller, productId, { name: `A${round}`, description: `A${round}` }),
        saveAgain(seller, copies[1]!, { name: `B${round}`, description: `B${round}` }),
      ]);
      const texts = await Promise.all([productId, ...copies].map((id) => getMyProduct(seller, id)));
      expect(new Set(texts.map(({ name, description }) => `${name} ${description}`)).size).toBe(1);
    }
  });

  test('a change and a further linked copy: the copy has the text of all', async () => {
    const { seller, productId, copies, places } = await createLinked();
    for (let round = 0; round < 4; round++) {
      await seller.call('deleteProduct', { params: { id: copies[1]! } });
      const [, [made]] = await Promise.all([
        saveAgain(seller, copies[0]!, { name: `Caixa ${round}` }),
        copy(seller, productId, [places[1]!], { put_on_sale: true }),
      ]);
      copies[1] = made!.id;
      expect((await getMyProduct(seller, made!.id)).name).toBe(`Caixa ${round}`);
    }
  });

  test('the first linked copies to the same sale place: one is made', async () => {
    const { seller, productId, places } = await createChain();
    const results = await Promise.allSettled([
      copy(seller, productId, [places[0]!]),
      copy(seller, productId, [places[0]!]),
    ]);
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(made.filter(({ result }) => result === 'made')).toHaveLength(1);
    expect((await seller.call('listMyProducts')).data).toHaveLength(2);
  });

  test('prices of linked products from both sides, and removals, without a deadlock', async () => {
    const { seller, productId, copies } = await createLinked();
    await Promise.all([
      saveAgain(seller, productId, { price: 4.99, same_price_for: copies }),
      saveAgain(seller, copies[0]!, { price: 5.99, same_price_for: [productId] }),
      seller.call('updateSchedule', {
        body: {
          product_id: copies[0]!,
          quantity: 2,
          schedule: EVENING_SCHEDULE,
          same_schedule_for: [productId],
        },
      }),
      seller.call('pauseProduct', { params: { id: copies[1]! }, body: { paused: true } }),
    ]);
    const prices = await Promise.all([productId, copies[0]!].map((id) => getMyProduct(seller, id)));
    expect(prices[0]!.price).toBe(prices[1]!.price);
    expect(prices.map(({ quantity }) => quantity)).toEqual([2, 2]);
  });
});
