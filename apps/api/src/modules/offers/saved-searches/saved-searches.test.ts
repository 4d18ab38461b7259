import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPushBrowser } from '../../../../test/servers/notification-receivers.ts';
import {
  buyProduct,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const { saveAgain } = createProductBuilders(api);
const DAY = 1440 * MINUTE;

let areaIndex = 0;
let place = { latitude: 0, longitude: 0 };
let user: TestUser;
let seller: TestUser;

beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
  // Far from the products of other tests.
  place = { latitude: 37.5 + areaIndex++ / 2, longitude: -8 };
  user = await createTestUser(api, { isEmailVerified: true });
  seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
});

type Search = Input<'saveSearch'>['body'];
const save = async (search: Search, by = user) =>
  (await by.call('saveSearch', { body: { ...place, ...search } })).data.id;
const sell = (
  product: NonNullable<Parameters<typeof createProductOnSale>[1]>['product'],
  { kilometres = 1, by = seller, quantity = 1 } = {},
) =>
  createProductOnSale(api, {
    seller: by,
    quantity,
    product: { name: 'Caixa', description: 'Surpresa do dia.', categories: [7], ...product },
    salePlace: {
      ...place,
      latitude: place.latitude + kilometres / 111.3,
      name: 'Casa Central',
      address: 'Largo 1',
      categories: [2],
    },
  });
async function runNextMinute() {
  api.clock.advance(MINUTE);
  await api.jobs.runScheduled('offers.notify-followers');
  await api.jobs.runDue();
}
const listSubjects = (to = user) =>
  api.mails.filter((mail) => mail.to === to.email && /: /.test(mail.subject)).map(({ subject }) => subject);
const list = async (by = user) => (await by.call('listSavedSearches')).data;

describe('a saved search', () => {
  test('tells once of a pack that is on sale for the first time near there', async () => {
    await save({ text: 'sushi barato hoje' });
    await sell({ name: 'Bolo de laranja' });
    await sell({ name: 'Sushi ao longe' }, { kilometres: 40 });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    const { productId } = await sell({ name: 'Sushi do dia' });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Sushi do dia']);
    const { text } = api.mails.find(({ to }) => to === user.email)!;
    expect(text).toContain('sushi barato hoje');
    expect(text).toContain(`/offers/${productId}`);
    expect(text).not.toMatch(/\{\{|undefined/);
    await runNextMinute();
    expect(listSubjects()).toHaveLength(1);
  });

  test.each([
    ['суши', { name: 'Nigiri e maki' }, { name: 'Sopa' }],
    ['sem glúten', { name: 'Cesto', diet: ['gluten_free'] }, { name: 'Cesto sem nada' }],
    ['sem nozes', { name: 'Cesto', allergens: ['gluten'] }, { name: 'Cesto', allergens: ['nuts'] }],
    ['quindim de coco', { name: 'Quindins de coco' }, { name: 'Doce de coco' }],
  ] as const)('%s is read as the search reads it', async (text, matching, other) => {
    await save({ text });
    await sell({ ...other, allergens: [...('allergens' in other ? other.allergens : [])] });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await sell({
      name: matching.name,
      diet: 'diet' in matching ? [...matching.diet] : [],
      allergens: 'allergens' in matching ? [...matching.allergens] : [],
    });
    await runNextMinute();
    expect(listSubjects()).toEqual([`Here it is: ${matching.name}`]);
  });

  test('may be for a kind alone', async () => {
    await save({ type_id: 2 });
    await sell({ categories: [1] });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await sell({ name: 'Saco', categories: [1, 2] });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Saco']);
    expect(api.mails.at(-1)!.text).toMatch(/tell you: \p{Lu}\p{L}+/u);
  });

  test('tells once a day at most, and again on a later day', async () => {
    await save({ text: 'sushi' });
    await Promise.all(['Sushi um', 'Sushi dois'].map((name) => sell({ name })));
    await runNextMinute();
    expect(listSubjects()).toHaveLength(1);
    await sell({ name: 'Sushi três' });
    await runNextMinute();
    expect(listSubjects()).toHaveLength(1);
    api.clock.advance(DAY);
    await sell({ name: 'Sushi quatro' });
    await runNextMinute();
    expect(listSubjects()).toHaveLength(2);
    expect(listSubjects()[1]).toBe('Here it is: Sushi quatro');
  });

  test('tells of units that come back', async () => {
    const { productId } = await sell({ name: 'Sushi' });
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    await runNextMinute();
    await save({ text: 'sushi' });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Sushi']);
  });

  test('whoever follows the pack too is told once, as its follower', async () => {
    const { productId } = await sell({ name: 'Sushi' });
    await runNextMinute();
    await user.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    await save({ text: 'sushi' });
    await save({ text: 'sushi', type_id: 7 });
    for (const paused of [true, false])
      await seller.call('pauseProduct', { params: { id: productId }, body: { paused } });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Back on sale: Sushi']);
  });

  test('does not tell sellers of their own, those who chose to hear nothing, nor a strange address', async () => {
    const muted = await createTestUser(api, { isEmailVerified: true });
    await muted.call('updateNotificationSettings', {
      body: { channel: 'none', reminder_minutes: 0, quiet_from: '22:00', quiet_to: '08:00' },
    });
    const unproved = await createTestUser(api);
    for (const by of [seller, muted, unproved]) await save({ text: 'sushi' }, by);
    await sell({ name: 'Sushi' });
    await runNextMinute();
    expect([seller, muted, unproved].map((by) => listSubjects(by))).toEqual([[], [], []]);
  });

  test('does not tell of what somebody never wants to see, or cannot know', async () => {
    await user.call('updateFood', { body: { diets: [], free_of: ['nuts'] } });
    await save({ text: 'sushi' });
    await sell({ name: 'Sushi', allergens: ['nuts'] });
    await sell({ name: 'Sushi', allergens: [] });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await sell({ name: 'Sushi', allergens: ['fish'] });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Sushi']);
  });

  test('keeps the diets and allergens that it was made with', async () => {
    await save({ text: 'sushi', diets: ['vegan'], free_of: ['nuts'] });
    await sell({ name: 'Sushi de peixe', allergens: ['fish'] });
    await sell({ name: 'Sushi com nozes', diet: ['vegan'], allergens: ['nuts'] });
    await sell({ name: 'Sushi sem nada dito', diet: ['vegan'], allergens: [] });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await sell({ name: 'Sushi de abacate', diet: ['vegan'], allergens: ['soy'] });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Sushi de abacate']);
  });

  test('tells of what names no allergens where that was chosen, but not who never wants to see it', async () => {
    const careful = await createTestUser(api, { isEmailVerified: true });
    await careful.call('updateFood', { body: { diets: [], free_of: ['fish'] } });
    for (const by of [user, careful]) await save({ type_id: 7, free_of: ['nuts'], unnamed: true }, by);
    await sell({ name: 'Com nozes', allergens: ['nuts'] });
    await runNextMinute();
    expect(listSubjects()).toEqual([]);
    await sell({ name: 'Sem nada dito', allergens: [] });
    await runNextMinute();
    expect([listSubjects(), listSubjects(careful)]).toEqual([['Here it is: Sem nada dito'], []]);
  });

  test('saved again it has what is chosen then, and nothing alone is no search', async () => {
    const id = await save({ text: 'sushi', diets: ['vegan'], free_of: ['nuts', 'fish'], unnamed: true });
    expect(await list()).toMatchObject([{ id, diets: ['vegan'], free_of: ['nuts', 'fish'], unnamed: true }]);
    expect(await save({ text: 'sushi', free_of: ['milk'] })).toBe(id);
    const [search] = await list();
    expect(search).toMatchObject({ id, free_of: ['milk'] });
    expect(search).not.toHaveProperty('diets');
    expect(search).not.toHaveProperty('unnamed');
    await expectApiError(save({ diets: ['vegan'] }), 1, 'text');
    await sell({ name: 'Sushi', allergens: ['nuts'] });
    await runNextMinute();
    expect(listSubjects()).toEqual(['Here it is: Sushi']);
  });

  test('waits for the end of quiet hours, and is dropped with the search', async () => {
    const other = await createTestUser(api, { isEmailVerified: true });
    const [id] = await Promise.all([save({ text: 'sushi' }), save({ text: 'sushi' }, other)]);
    api.clock.set('2026-11-20T23:00:00.000Z');
    await sell({ name: 'Sushi' });
    await runNextMinute();
    await user.call('deleteSavedSearch', { params: { id } });
    expect(listSubjects(other)).toEqual([]);
    api.clock.set('2026-11-21T08:00:00.000Z');
    await runNextMinute();
    expect([listSubjects(), listSubjects(other)]).toEqual([[], ['Here it is: Sushi']]);
  });

  test('is not told after quiet hours of a pack that was changed meanwhile, or does not suit any more', async () => {
    const buyer = await createTestUser(api, { isEmailVerified: true });
    await user.call('updateFood', { body: { diets: [], free_of: ['nuts'] } });
    await save({ text: 'sushi' });
    await save({ text: 'sushi' }, buyer);
    api.clock.set('2026-11-20T23:00:00.000Z');
    const { productId } = await sell({ name: 'Sushi', allergens: ['fish'] });
    await runNextMinute();
    await saveAgain(seller, productId, {
      name: 'Pão de nozes',
      description: 'Do dia.',
      allergens: ['gluten', 'nuts'],
    });
    api.clock.set('2026-11-21T08:00:00.000Z');
    await runNextMinute();
    expect([listSubjects(), listSubjects(buyer)]).toEqual([[], []]);
  });

  test('arrives as a push where that is chosen', async () => {
    await user.call('updateNotificationSettings', {
      body: { channel: 'push', reminder_minutes: 0, quiet_from: '22:00', quiet_to: '08:00' },
    });
    await user.call('savePushSubscription', { body: createPushBrowser().subscription });
    await save({ text: 'sushi' });
    const { productId } = await sell({ name: 'Sushi' });
    await runNextMinute();
    expect(api.pushes).toMatchObject([
      { message: { title: 'Here it is: Sushi', url: `/offers/${productId}` } },
    ]);
    expect(listSubjects()).toEqual([]);
  });
});

describe('the list', () => {
  test('names what was searched for and the city, for 90 days', async () => {
    await save({ text: '  sushi   vegan ', latitude: 38.7223, longitude: -9.1393 });
    await save({ type_id: 1, latitude: 41.15, longitude: -8.61 });
    expect(await list()).toMatchObject([
      { text: '', type: { id: 1, name: 'Bakery' }, city: 'Porto' },
      {
        text: 'sushi vegan',
        type: null,
        city: 'Lisbon',
        created_at: '2026-11-20T12:00:00.000Z',
        ends_at: '2027-02-18T12:00:00.000Z',
      },
    ]);
    await user.call('updateLanguage', { body: { language: 'ru' } });
    expect((await api.client(user.token, 'ru')('listSavedSearches')).data[1]!.city).toBe('Лиссабон');
  });

  test('says how the user is told', async () => {
    const getDelivery = async (by: TestUser) => (await by.call('listSavedSearches')).delivery;
    const setChannel = (channel: 'push' | 'mail' | 'none') =>
      user.call('updateNotificationSettings', {
        body: { channel, reminder_minutes: 0, quiet_from: '22:00', quiet_to: '08:00' },
      });
    expect(await getDelivery(user)).toBe('mail');
    expect(await getDelivery(await createTestUser(api))).toBe('unproved');
    await setChannel('push');
    expect(await getDelivery(user)).toBe('mail');
    await user.call('savePushSubscription', { body: createPushBrowser().subscription });
    expect(await getDelivery(user)).toBe('push');
    await setChannel('none');
    expect(await getDelivery(user)).toBe('off');
  });

  test('has ten at most; the same search is renewed, and those of others stay', async () => {
    const ids = [];
    for (let i = 0; i < 10; i++) ids.push(await save({ text: `sopa ${'abcdefghij'[i]!.repeat(3)}` }));
    await expectApiError(save({ text: 'sushi' }), 5);
    api.clock.advance(DAY);
    expect(await save({ text: 'sopa aaa', latitude: 41.15, longitude: -8.61 })).toBe(ids[0]);
    expect((await list())[0]).toMatchObject({ id: ids[0], city: 'Porto' });
    const other = await createTestUser(api);
    await expectApiError(other.call('deleteSavedSearch', { params: { id: ids[0]! } }), 4);
    expect(await list()).toHaveLength(10);
    await user.call('deleteSavedSearch', { params: { id: ids[0]! } });
    await save({ text: 'sushi' });
    const attempts = await Promise.allSettled(['um', 'dois'].map((text) => save({ text: `${text} sopa` })));
    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('what cannot be looked for is refused, all at once', async () => {
    const call = (body: Search) => user.call('saveSearch', { body });
    await expectApiError(call({}), 1, 'text', 'latitude');
    await expectApiError(call({ text: '?!', type_id: 999_999 }), 1, 'text', 'type_id', 'latitude');
    // A time is over sooner than the search.
    await expectApiError(call({ ...place, text: 'hoje à noite' }), 1, 'text');
    await user.call('updateCity', { body: { city: 'Porto', latitude: 41.15, longitude: -8.61 } });
    await call({ text: 'sushi' });
    expect(await list()).toMatchObject([{ city: 'Porto' }]);
  });
});

test('a schedule saved again tells nobody of what was on sale all the time', async () => {
  const { productId } = await sell({ name: 'Sushi' }, { quantity: 2 });
  await runNextMinute();
  await save({ text: 'sushi' });
  await seller.call('updateSchedule', {
    body: { product_id: productId, quantity: 3, schedule: EVENING_SCHEDULE },
  });
  await runNextMinute();
  expect(listSubjects()).toEqual([]);
});
