import { errorCodes } from '@wopack/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPushBrowser } from '../../../../test/servers/notification-receivers.ts';
import {
  buyProduct,
  createMember,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  expectApiError,
  getSlotId,
  type ProductOnSale,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { findLatestStart, findNextAsking } from './stock-questions.rules.ts';

const api = useTestApp();
const ASKING = '2026-11-20T14:30:00Z';
const TODAY = '2026-11-20';

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const ask = () => api.jobs.runScheduled('forecasts.ask-stock');

const choose = (
  { seller, productId }: ProductOnSale,
  body: { asks_at: string | null; publishes_itself?: boolean } = { asks_at: '14:30' },
) => seller.call('updateStockQuestion', { params: { id: productId }, body });

/** The forecast of a product for today. */
const insertForecast = (productId: number, proposal: number, date = TODAY) =>
  api.db
    .insertInto('forecasts')
    .values({
      ...{ product_id: productId, date, left_over: proposal, left_over_low: proposal - 1 },
      ...{
        left_over_high: proposal + 2,
        bought: proposal + 1,
        bought_low: proposal,
        bought_high: proposal + 3,
      },
      ...{ like_days: 8, sold_out_early_days: 3, waited: 4 },
    })
    .execute();

/** A product about which was asked at 14:30, of which 3 were promised. */
async function createQuestion({ forecast = 5 as number | null, publishesItself = false, quantity = 3 } = {}) {
  const product = await createProductOnSale(api, { quantity });
  await choose(product, { asks_at: '14:30', publishes_itself: publishesItself });
  if (forecast !== null) await insertForecast(product.productId, forecast);
  api.clock.set(ASKING);
  await ask();
  await api.jobs.runDue();
  return { ...product, slotId: await getSlotId(api, product.productId, TODAY) };
}

const listQuestions = async ({ seller, salePlaceId }: ProductOnSale) =>
  (await seller.call('listStockQuestions', { query: { sale_place_id: salePlaceId } })).data;

const answer = (by: TestUser, slotId: number, quantity: number, former?: number) =>
  by.call('answerStockQuestion', {
    params: { id: slotId },
    body: { quantity, ...(former !== undefined && { former_quantity: former }) },
  });

const readSlot = (slotId: number) =>
  api.db
    .selectFrom('pickup_slots')
    .select(['quantity', 'units_left'])
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow();

/** Without what concerns a new sale place. */
const listMails = () => api.mails.filter(({ subject }) => !subject.startsWith('A shop like yours'));

const listNotes = async (seller: TestUser) =>
  (await seller.call('listActivity', { query: {} })).data.filter(({ kind }) => kind === 'stock_changed');

describe('what will be asked next', () => {
  const listNext = async ({ seller, salePlaceId }: ProductOnSale) =>
    (await seller.call('listNextStockQuestions', { query: { sale_place_id: salePlaceId } })).data;

  test('is said before it is asked: when, of which slot, with the forecast', async () => {
    const product = await createProductOnSale(api);
    expect(await listNext(product)).toEqual([]);
    await insertForecast(product.productId, 5);
    await choose(product);
    const slotId = await getSlotId(api, product.productId, TODAY);
    expect(await listNext(product)).toMatchObject([
      {
        product: { id: product.productId, name: 'Cesto de fim de tarde' },
        asks_at: '14:30',
        publishes_itself: false,
        next: { at: '2026-11-20T14:30:00.000Z', slot_id: slotId, date: TODAY, promised: 3, proposal: 5 },
      },
    ]);
    api.clock.set(ASKING);
    await ask();
    // The next day has no forecast yet.
    expect((await listNext(product))[0]!.next).toMatchObject({
      ...{ at: '2026-11-21T14:30:00.000Z', date: '2026-11-21', promised: 3, proposal: null },
    });
    await choose(product, { asks_at: null });
    expect(await listNext(product)).toEqual([]);
  });

  test('leaves out dates that are closed or sold out, and is nothing while the product is off sale', async () => {
    const product = await createProductOnSale(api);
    await choose(product);
    const close = (date: string, change: { closed?: boolean; sold_out?: boolean }) =>
      api.db
        .updateTable('pickup_slots')
        .set(change)
        .where('product_id', '=', product.productId)
        .where('date', '=', date)
        .execute();
    await close(TODAY, { closed: true });
    await close('2026-11-21', { sold_out: true });
    expect((await listNext(product))[0]!.next?.date).toBe('2026-11-22');
    await api.db
      .updateTable('products')
      .set({ state: 'paused' })
      .where('id', '=', product.productId)
      .execute();
    expect(await listNext(product)).toMatchObject([{ asks_at: '14:30', next: null }]);
  });

  test('is the soonest first, and of own sale places only', async () => {
    const first = await createProductOnSale(api);
    const second = await createProductOnSale(api, { seller: first.seller });
    await choose(first, { asks_at: '15:00' });
    await choose(second, { asks_at: '14:00' });
    const { data } = await first.seller.call('listNextStockQuestions', { query: {} });
    expect(data.map(({ product }) => product.id)).toEqual([second.productId, first.productId]);
    const other = await createTestUser(api, { isSeller: true });
    expect((await other.call('listNextStockQuestions', { query: {} })).data).toEqual([]);
    await expectApiError(
      other.call('listNextStockQuestions', { query: { sale_place_id: first.salePlaceId } }),
      4,
    );
  });
});

describe('the question', () => {
  test('is asked once, at the time that the seller chose, with the forecast', async () => {
    const product = await createProductOnSale(api);
    await insertForecast(product.productId, 5);
    await choose(product);
    await ask();
    expect(await listQuestions(product)).toEqual([]);
    api.clock.set(ASKING);
    await Promise.all([ask(), ask()]);
    await ask();
    expect(await listQuestions(product)).toMatchObject([
      {
        state: 'open',
        promised: 3,
        quantity: 3,
        proposal: 5,
        forecast: { left_over: { expected: 5, low: 4, high: 7 }, waited: 4 },
        answer: null,
      },
    ]);
    await api.jobs.runDue();
    expect(
      listMails()
        .filter(({ to }) => to === product.seller.email)
        .map(({ subject }) => subject),
    ).toEqual(['How many today? Cesto de fim de tarde']);
    expect(listMails().at(-1)!.text).not.toMatch(/\{\{|undefined/);
  });

  test('is not asked without a time, which is how it begins', async () => {
    const product = await createProductOnSale(api);
    api.clock.set(ASKING);
    await ask();
    expect(await listQuestions(product)).toEqual([]);
    const { data } = await product.seller.call('getForecast', {
      query: { sale_place_id: product.salePlaceId },
    });
    expect(data.packs[0]!.question).toEqual({ asks_at: null, publishes_itself: false });
  });

  test('comes the day after again, and never when it is turned off', async () => {
    const product = await createQuestion();
    api.clock.set('2026-11-21T14:30:00Z');
    await ask();
    expect((await listQuestions(product)).map(({ date }) => date)).toEqual(['2026-11-21']);
    await choose(product, { asks_at: null });
    api.clock.set('2026-11-22T14:30:00Z');
    await ask();
    expect(await listQuestions(product)).toEqual([]);
  });

  test('is asked late after a while without jobs, but not once pickup has begun', async () => {
    const late = await createProductOnSale(api);
    await choose(late);
    api.clock.set('2026-11-20T16:00:00Z');
    await ask();
    expect(await listQuestions(late)).toHaveLength(1);
    const tooLate = await createProductOnSale(api);
    await choose(tooLate, { asks_at: '16:30' });
    api.clock.set('2026-11-20T17:31:00Z');
    await ask();
    expect(await listQuestions(tooLate)).toEqual([]);
  });

  test.each([
    [
      'a closed day',
      ({ seller, productId }: ProductOnSale) =>
        seller.call('updateDateOverride', {
          params: { id: productId, date: TODAY },
          body: { plan: 'closed' },
        }),
    ],
    [
      'a paused product',
      ({ seller, productId }: ProductOnSale) =>
        seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } }),
    ],
    [
      'a slot that was marked sold out',
      async ({ seller, productId }: ProductOnSale) =>
        seller.call('markSlotSoldOut', { params: { id: await getSlotId(api, productId, TODAY) } }),
    ],
    [
      'a slot that is drawn',
      ({ productId }: ProductOnSale) =>
        api.db
          .updateTable('pickup_slots')
          .set({ allocation: 'draw' })
          .where('product_id', '=', productId)
          .execute(),
    ],
  ] as const)('is not asked for %s', async (_, change) => {
    const product = await createProductOnSale(api);
    await choose(product);
    await change(product);
    api.clock.set(ASKING);
    await ask();
    expect(await listQuestions(product)).toEqual([]);
  });

  test('goes to members who may change the stock there and want to be told, in quiet hours too', async () => {
    const product = await createProductOnSale(api);
    await choose(product);
    const manager = await createMember(api, product.seller, 'manager');
    const counter = await createMember(api, product.seller, 'counter');
    await createMember(api, product.seller, 'accountant');
    const other = await createProductOnSale(api, { seller: product.seller });
    await createMember(api, product.seller, 'manager', { salePlaceIds: [other.salePlaceId] });
    const body = { sold: 'none', last_sold: 'none', cancelled: 'none', report: 'none' } as const;
    await product.seller.call('updateSellerNotificationSettings', {
      body: { ...body, stock_question: 'none' },
    });
    await counter.call('updateSellerNotificationSettings', { body: { ...body, stock_question: 'mail' } });
    await manager.call('updateNotificationSettings', {
      body: { channel: 'mail', reminder_minutes: 0, quiet_from: '14:00', quiet_to: '16:00' },
    });
    api.clock.set(ASKING);
    await ask();
    await api.jobs.runDue();
    expect(
      listMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([manager.email, counter.email].sort());
  });

  test('needs a product on sale and a time before its pickup', async () => {
    const product = await createProductOnSale(api);
    const change = (body: object) => choose(product, body as never);
    await expectApiError(change({ asks_at: '17:30' }), errorCodes.validation.code, 'asks_at');
    await expectApiError(
      change({ asks_at: '25:00', publishes_itself: 'yes' }),
      errorCodes.validation.code,
      'asks_at',
      'publishes_itself',
    );
    const counter = await createMember(api, product.seller, 'counter');
    await expectApiError(
      counter.call('updateStockQuestion', { params: { id: product.productId }, body: { asks_at: '14:30' } }),
      errorCodes.notAllowed.code,
    );
  });
});

describe('an answer', () => {
  test('raises 3 to 5, is noted like other changes of stock, and tells the counter device too', async () => {
    const { slotId, ...product } = await createQuestion();
    const { data } = await answer(product.seller, slotId, 5, 3);
    expect(data).toMatchObject({
      state: 'answered',
      quantity: 5,
      answer: 5,
      answered_at: '2026-11-20T14:30:00.000Z',
    });
    expect(await readSlot(slotId)).toEqual({ quantity: 5, units_left: 5 });
    expect(await listNotes(product.seller)).toMatchObject([
      { before: { quantity: 3, left: 3 }, after: { quantity: 5, left: 5, date: TODAY } },
    ]);
    const device = await createTestCounter(api, product.seller, product.salePlaceId);
    expect((await device.call('listStockQuestions', { query: {} })).data).toMatchObject([{ answer: 5 }]);
  });

  test('of two people is one: the second sees what the first published', async () => {
    const { slotId, ...product } = await createQuestion();
    const manager = await createMember(api, product.seller, 'manager');
    const results = await Promise.allSettled([
      answer(product.seller, slotId, 5, 3),
      answer(manager, slotId, 6, 3),
    ]);
    const [published] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.data.answer!] : [],
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject([{ code: errorCodes.conflict.code }]);
    expect(refused[0].message).toContain(`${published} were published already, at 14:30`);
    expect((await readSlot(slotId)).quantity).toBe(published);
    expect(await listNotes(product.seller)).toHaveLength(1);
  });

  test('pressed twice adds nothing', async () => {
    const { slotId, seller } = await createQuestion();
    const replies = await Promise.all([answer(seller, slotId, 5, 3), answer(seller, slotId, 5, 3)]);
    expect(replies.map(({ data }) => data.answer)).toEqual([5, 5]);
    expect(await readSlot(slotId)).toEqual({ quantity: 5, units_left: 5 });
    expect(await listNotes(seller)).toHaveLength(1);
  });

  test('to a number that was changed meanwhile publishes nothing, and can be given again', async () => {
    const { slotId, seller } = await createQuestion();
    await seller.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 6 } });
    await expect(answer(seller, slotId, 5, 3)).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining('6 now'),
    });
    expect(await readSlot(slotId)).toEqual({ quantity: 6, units_left: 6 });
    expect((await answer(seller, slotId, 7, 6)).data.quantity).toBe(7);
  });

  test('is not possible once the slot was marked sold out, and puts nothing on sale again', async () => {
    const { slotId, ...product } = await createQuestion();
    const { seller, productId } = product;
    for (let unit = 0; unit < 3; unit++) await buyProduct(await createTestUser(api), productId);
    await seller.call('markSlotSoldOut', { params: { id: slotId } });
    expect(await listQuestions(product)).toMatchObject([{ state: 'over', answer: null }]);
    await expect(answer(seller, slotId, 3, 3)).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining('marked sold out'),
    });
    expect(
      await api.db
        .selectFrom('pickup_slots')
        .select('sold_out')
        .where('id', '=', slotId)
        .executeTakeFirstOrThrow(),
    ).toEqual({ sold_out: true });
  });

  test('may be fewer than promised, not fewer than are sold or on hold', async () => {
    const { slotId, seller, productId } = await createQuestion();
    await buyProduct(await createTestUser(api), productId);
    await startPayment(await createTestUser(api), productId);
    await expect(answer(seller, slotId, 1)).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining('2 are sold or being paid for'),
    });
    expect((await answer(seller, slotId, 2)).data).toMatchObject({ quantity: 2, sold: 1, taken: 2 });
    expect(await readSlot(slotId)).toEqual({ quantity: 2, units_left: 0 });
  });

  test.each([[100], [-1], [2.5], ['5'], [null]])('of %s is refused beside the field', async (quantity) => {
    const { slotId, seller } = await createQuestion();
    await expectApiError(answer(seller, slotId, quantity as number), errorCodes.validation.code, 'quantity');
    expect((await readSlot(slotId)).quantity).toBe(3);
  });

  test.each([
    ['2026-11-20T17:30:00Z', 'Pickup has begun'],
    ['2026-11-20T19:00:00Z', 'over'],
  ])('at %s comes too late', async (now, message) => {
    const { slotId, seller } = await createQuestion();
    api.clock.set(now);
    await expect(answer(seller, slotId, 5)).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining(message),
    });
    expect((await readSlot(slotId)).quantity).toBe(3);
  });

  test.each([
    [
      'closed',
      'closed',
      ({ seller, productId }: ProductOnSale) =>
        seller.call('updateDateOverride', {
          params: { id: productId, date: TODAY },
          body: { plan: 'closed' },
        }),
    ],
    [
      'paused',
      'off sale',
      ({ seller, productId }: ProductOnSale) =>
        seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } }),
    ],
    [
      'drawn',
      'is drawn',
      ({ productId }: ProductOnSale) =>
        api.db
          .updateTable('pickup_slots')
          .set({ allocation: 'draw' })
          .where('product_id', '=', productId)
          .execute(),
    ],
  ] as const)('to one that is %s by now is refused', async (_, message, change) => {
    const { slotId, ...product } = await createQuestion();
    await change(product);
    await expect(answer(product.seller, slotId, 5)).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining(message),
    });
    expect((await listQuestions(product))[0]?.state).toBe('over');
    expect((await readSlot(slotId)).quantity).toBe(3);
  });

  test('needs the right, the sale place and a question', async () => {
    const { slotId, seller, productId } = await createQuestion();
    const other = await createProductOnSale(api, { seller });
    const accountant = await createMember(api, seller, 'accountant');
    await expectApiError(answer(accountant, slotId, 5), errorCodes.notAllowed.code);
    const elsewhere = await createMember(api, seller, 'counter', { salePlaceIds: [other.salePlaceId] });
    await expectApiError(answer(elsewhere, slotId, 5), errorCodes.notFound.code);
    const device = await createTestCounter(api, seller, other.salePlaceId);
    await expectApiError(answer(device, slotId, 5), errorCodes.notFound.code);
    const tomorrow = await getSlotId(api, productId, '2026-11-21');
    await expectApiError(answer(seller, tomorrow, 5), errorCodes.notFound.code);
  });

  test('gives units to those who wait first, then tells followers', async () => {
    const { slotId, seller, productId } = await createQuestion({ quantity: 1 });
    await buyProduct(await createTestUser(api), productId);
    const waiting = await createTestUser(api, { isEmailVerified: true });
    await waiting.call('joinWaitlist', { params: { id: slotId }, body: null });
    const follower = await createTestUser(api, { isEmailVerified: true });
    await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    expect((await answer(seller, slotId, 3)).data).toMatchObject({ waiting: true, quantity: 3 });
    await api.jobs.runDue();
    expect((await waiting.call('listMyHolds')).data).toMatchObject([{ slot_id: slotId }]);
    await api.jobs.runScheduled('offers.notify-followers');
    await api.jobs.runDue();
    expect(
      listMails()
        .filter(({ to }) => to === follower.email)
        .map(({ subject }) => subject),
    ).toEqual(['Back on sale: Cesto de fim de tarde']);
  });

  test('tells those with an alert that there are more, once, and says beforehand how many they are', async () => {
    const { slotId, seller, productId, ...product } = await createQuestion();
    const follower = await createTestUser(api, { isEmailVerified: true });
    await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    const buyer = await createTestUser(api, { isEmailVerified: true });
    await buyer.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    await buyProduct(buyer, productId);
    expect(await listQuestions({ seller, productId, ...product })).toMatchObject([{ followers: 1 }]);
    await answer(seller, slotId, 5);
    for (const _ of ['a', 'b']) {
      await api.jobs.runScheduled('offers.notify-followers');
      await api.jobs.runDue();
    }
    const subjectsTo = (user: TestUser) =>
      api.mails
        .filter(({ to, subject }) => to === user.email && subject.includes('More'))
        .map(({ subject }) => subject);
    expect(subjectsTo(follower)).toEqual(['More today: Cesto de fim de tarde']);
    expect(subjectsTo(buyer)).toEqual([]);
  });

  test.each(['named', 'bought'] as const)(
    'tells nobody after quiet hours who has it %s meanwhile',
    async (what) => {
      const { slotId, seller, productId } = await createQuestion();
      const follower = await createTestUser(api, { isEmailVerified: true });
      await follower.call('updateFood', { body: { diets: [], free_of: ['nuts'] } });
      await api.db
        .updateTable('products')
        .set({ allergens: ['gluten'] })
        .where('id', '=', productId)
        .execute();
      await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
      await follower.call('updateNotificationSettings', {
        body: { channel: 'mail', reminder_minutes: 0, quiet_from: '12:00', quiet_to: '15:30' },
      });
      await answer(seller, slotId, 5);
      await api.jobs.runScheduled('offers.notify-followers');
      if (what === 'bought') await buyProduct(follower, productId);
      else
        await api.db
          .updateTable('products')
          .set({ allergens: ['gluten', 'nuts'] })
          .where('id', '=', productId)
          .execute();
      api.clock.set('2026-11-20T15:40:00Z');
      await api.jobs.runScheduled('offers.notify-followers');
      await api.jobs.runDue();
      expect(
        listMails().filter(({ to, subject }) => to === follower.email && subject.startsWith('More today')),
      ).toEqual([]);
    },
  );

  test('that keeps the number tells nobody', async () => {
    const { slotId, seller, productId } = await createQuestion();
    const follower = await createTestUser(api, { isEmailVerified: true });
    await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    await answer(seller, slotId, 3, 3);
    await api.jobs.runScheduled('offers.notify-followers');
    await api.jobs.runDue();
    expect(listMails().filter(({ to }) => to === follower.email)).toEqual([]);
    expect(await listNotes(seller)).toEqual([]);
  });
});

describe('by itself', () => {
  test('the proposal is published where the seller chose so, and they hear of it', async () => {
    const { slotId, ...product } = await createQuestion({ publishesItself: true });
    expect(await readSlot(slotId)).toEqual({ quantity: 5, units_left: 5 });
    expect(await listQuestions(product)).toMatchObject([
      { state: 'answered', answer: 5, promised: 3, published_by_itself: true },
    ]);
    expect(
      listMails()
        .filter(({ to }) => to === product.seller.email)
        .map(({ subject }) => subject),
    ).toEqual(['5 today: Cesto de fim de tarde']);
    expect(await listNotes(product.seller)).toMatchObject([{ by: null, after: { quantity: 5 } }]);
    await expectApiError(answer(product.seller, slotId, 4), errorCodes.conflict.code);
  });

  test.each([
    ['fewer than promised', 2],
    ['as many', 3],
  ])('with a forecast of %s nothing changes, and nobody is disturbed', async (_, forecast) => {
    const { slotId, ...product } = await createQuestion({ publishesItself: true, forecast });
    expect(await readSlot(slotId)).toEqual({ quantity: 3, units_left: 3 });
    expect(listMails()).toEqual([]);
    // Nothing was published, so that it can still be answered.
    expect(await listQuestions(product)).toMatchObject([{ state: 'open', published_by_itself: false }]);
    expect((await answer(product.seller, slotId, 4, 3)).data).toMatchObject({
      state: 'answered',
      quantity: 4,
    });
  });

  test('without a forecast the seller is asked', async () => {
    const product = await createQuestion({ publishesItself: true, forecast: null });
    expect(await listQuestions(product)).toMatchObject([{ state: 'open', proposal: null, forecast: null }]);
  });

  test('a number that the seller set that day is asked about and not raised', async () => {
    const product = await createProductOnSale(api, { quantity: 5 });
    await choose(product, { asks_at: '14:30', publishes_itself: true });
    await insertForecast(product.productId, 5);
    const slotId = await getSlotId(api, product.productId, TODAY);
    await product.seller.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 2 } });
    const { data: announced } = await product.seller.call('listNextStockQuestions', { query: {} });
    expect(announced).toMatchObject([{ publishes_itself: false, next: { date: TODAY, promised: 2 } }]);
    api.clock.set(ASKING);
    await ask();
    await api.jobs.runDue();
    expect((await readSlot(slotId)).quantity).toBe(2);
    expect(await listQuestions(product)).toMatchObject([
      { state: 'open', promised: 2, proposal: 5, published_by_itself: false },
    ]);
    expect(listMails().map(({ subject }) => subject)).toEqual(['How many today? Cesto de fim de tarde']);
  });

  test('nothing is put back on sale of a date whose orders the seller cancelled', async () => {
    const product = await createProductOnSale(api);
    await choose(product, { asks_at: '14:30', publishes_itself: true });
    await insertForecast(product.productId, 5);
    const slotId = await getSlotId(api, product.productId, TODAY);
    for (let count = 0; count < 3; count += 1) {
      const { id } = await buyProduct(await createTestUser(api), product.productId);
      await product.seller.call('cancelSellerOrder', {
        params: { id },
        body: { reason: 'The oven is broken.' },
      });
    }
    api.clock.set(ASKING);
    await ask();
    expect(await readSlot(slotId)).toEqual({ quantity: 0, units_left: 0 });
    expect(await listQuestions(product)).toMatchObject([{ state: 'open', published_by_itself: false }]);
  });

  test('nor where an order was refunded because it is not there', async () => {
    const product = await createProductOnSale(api);
    await choose(product, { asks_at: '16:30', publishes_itself: true });
    await insertForecast(product.productId, 5);
    const slotId = await getSlotId(api, product.productId, TODAY);
    const { id } = await buyProduct(await createTestUser(api), product.productId);
    api.clock.set('2026-11-20T16:00:00Z');
    await product.seller.call('refundSellerOrder', { params: { id }, body: { reason: 'It burnt.' } });
    api.clock.set('2026-11-20T16:30:00Z');
    await ask();
    expect(await readSlot(slotId)).toEqual({ quantity: 3, units_left: 2 });
    expect(await listQuestions(product)).toMatchObject([{ state: 'open', published_by_itself: false }]);
  });

  test('beside a change of stock or another process it adds nothing twice', async () => {
    const product = await createProductOnSale(api);
    await choose(product, { asks_at: '14:30', publishes_itself: true });
    await insertForecast(product.productId, 5);
    const slotId = await getSlotId(api, product.productId, TODAY);
    api.clock.set(ASKING);
    await Promise.all([
      ask(),
      ask(),
      product.seller.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 4 } }),
    ]);
    const [question] = await listQuestions(product);
    const { quantity } = await readSlot(slotId);
    expect([4, 5]).toContain(quantity);
    expect(question!.state).toBe(question!.published_by_itself ? 'answered' : 'open');
  });
});

describe('a button of the notification', () => {
  async function createPushed({ forecast = 5 as number | null } = {}) {
    const product = await createProductOnSale(api);
    const browser = createPushBrowser();
    await product.seller.call('savePushSubscription', { body: browser.subscription });
    await choose(product);
    if (forecast !== null) await insertForecast(product.productId, forecast);
    api.clock.set(ASKING);
    await ask();
    await api.jobs.runDue();
    const { question } = api.pushes.at(-1)!.message;
    const press = (body: object = {}) =>
      api.client()('answerPushedQuestion', {
        body: {
          id: question!.id,
          key: question!.key,
          endpoint: browser.subscription.endpoint,
          quantity: 5,
          former_quantity: question!.former,
          ...body,
        },
      });
    return { ...product, question: question!, press };
  }

  test('keeps or publishes', async () => {
    const { question, press, ...product } = await createPushed();
    expect(question.choices).toEqual([
      { quantity: 3, title: 'Keep 3' },
      { quantity: 5, title: 'Publish 5' },
    ]);
    expect((await press()).data).toEqual({
      title: '5 today: Cesto de fim de tarde',
      body: expect.stringContaining('Published'),
    });
    expect((await readSlot(question.id)).quantity).toBe(5);
    expect((await listNotes(product.seller))[0]!.by).toMatchObject({ id: product.seller.id });
    expect((await press()).data.title).toContain('5 today');
    await expectApiError(press({ quantity: 3 }), errorCodes.conflict.code);
  });

  test('pressed after somebody else published the same confirms what is still so, and nothing else', async () => {
    const { question, press, seller } = await createPushed();
    const manager = await createMember(api, seller, 'manager');
    await answer(manager, question.id, 5);
    expect((await press()).data.title).toContain('5 today');
    await manager.call('updateSlotQuantity', { params: { id: question.id }, body: { quantity: 2 } });
    await expect(press()).rejects.toMatchObject({
      code: errorCodes.conflict.code,
      message: expect.stringContaining('2'),
    });
    await manager.call('updateSlotQuantity', { params: { id: question.id }, body: { quantity: 5 } });
    api.clock.set('2026-11-20T17:45:00Z');
    await expectApiError(press(), errorCodes.conflict.code);
    expect((await readSlot(question.id)).quantity).toBe(5);
  });

  test('without a forecast only keeps', async () => {
    const { question } = await createPushed({ forecast: null });
    expect(question.choices.map(({ quantity }) => quantity)).toEqual([3]);
  });

  test('needs the key, the browser, somebody signed in on it, and their right', async () => {
    const { question, press, seller, productId } = await createPushed();
    await expectApiError(press({ key: 'x'.repeat(22) }), errorCodes.notFound.code);
    await expectApiError(
      press({ endpoint: createPushBrowser().subscription.endpoint }),
      errorCodes.notFound.code,
    );
    await expectApiError(
      press({ id: await getSlotId(api, productId, '2026-11-21') }),
      errorCodes.notFound.code,
    );
    const counter = await createMember(api, seller, 'counter');
    const browser = createPushBrowser();
    await counter.call('savePushSubscription', { body: browser.subscription });
    await expectApiError(press({ endpoint: browser.subscription.endpoint }), errorCodes.notFound.code);
    await seller.call('logout');
    await expectApiError(press(), errorCodes.notFound.code);
    expect((await readSlot(question.id)).quantity).toBe(3);
  });
});

test('raises beside purchases lose and invent no unit', async () => {
  const { slotId, seller, productId } = await createQuestion({ quantity: 2 });
  const manager = await createMember(api, seller, 'manager');
  const buyers = await Promise.all(Array.from({ length: 8 }, () => createTestUser(api)));
  const outcomes = await Promise.allSettled([
    ...buyers.map((buyer) => startPayment(buyer, productId)),
    answer(seller, slotId, 5),
    answer(manager, slotId, 4),
    ask(),
  ]);
  const holds = outcomes.slice(0, 8).filter(({ status }) => status === 'fulfilled').length;
  const { quantity, units_left: left } = await readSlot(slotId);
  const { count } = await api.db
    .selectFrom('payments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('slot_id', '=', slotId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  expect(quantity - left).toBe(holds);
  expect(count).toBe(holds);
  const [question] = (await seller.call('listStockQuestions', { query: {} })).data;
  expect(question!.answer).toBe(quantity);
});

describe('the next asking', () => {
  const zones = fc.constantFrom(
    'Europe/Lisbon',
    'Atlantic/Azores',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  );
  const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

  test('is within a day, on the wall clock of the sale place, whatever the clocks do', () => {
    fc.assert(
      fc.property(zones, instants, times, (zone, now, time) => {
        const next = findNextAsking(time, zone, now);
        const hours = (next.getTime() - now.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(26);
        const local = Temporal.Instant.fromEpochMilliseconds(next.getTime())
          .toZonedDateTimeISO(zone)
          .toPlainTime();
        const minutesOff = Math.abs(local.since(Temporal.PlainTime.from(time)).total('minutes'));
        // A time that a clock change leaves out is later by the change.
        expect([0, 30, 60]).toContain(minutesOff);
      }),
    );
  });

  test('follows winter time in Lisbon', () => {
    expect(findNextAsking('14:30', 'Europe/Lisbon', new Date('2026-10-24T14:00:00Z')).toISOString()).toBe(
      '2026-10-25T14:30:00.000Z',
    );
  });

  test('is before the latest pickup of the week', () => {
    expect(
      findLatestStart({
        mon: { time_start: '08:00', time_end: '09:00' },
        sat: { time_start: '17:30', time_end: '19:00' },
      }),
    ).toBe('17:30');
    expect(findLatestStart({})).toBeNull();
  });
});
