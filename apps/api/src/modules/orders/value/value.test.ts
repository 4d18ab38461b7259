import type { ValueAnswer } from '@wopack/contract';
import { VALUE_DAYS } from '@wopack/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addMember,
  buyProduct,
  createJpeg,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { copyOrder, createCollectedOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { countPeople } from './value.rules.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const answer = (
  buyer: TestUser,
  id: number,
  body: { answer: ValueAnswer; photo?: string | null; may_be_shown?: boolean },
) => buyer.call('answerValue', { params: { id }, body });
const getValue = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data.value;
const getOfferFigure = async (productId: number) =>
  (await api.client(null)('getOffer', { params: { id: productId } })).data.value_answers;

/** Other people who collected a copy of an order, and answered a minute after each other. */
async function addAnswers(orderId: number, productId: number, answers: readonly ValueAnswer[]) {
  const buyers: TestUser[] = [];
  for (const choice of answers) {
    const buyer = await createTestUser(api);
    await addAnswer(orderId, productId, buyer, choice);
    buyers.push(buyer);
  }
  return buyers;
}

async function addAnswer(orderId: number, productId: number, buyer: TestUser, choice: ValueAnswer) {
  api.clock.advance(60_000);
  const id = await copyOrder(api, orderId, { buyer, reportDeadline: api.clock.now() });
  const { sale_place_id } = await api.db
    .selectFrom('orders')
    .select('sale_place_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = { order_id: id, user_id: buyer.id, product_id: productId, sale_place_id };
  await api.db
    .insertInto('value_answers')
    .values({ ...row, answer: choice, answered_at: api.clock.now() })
    .execute();
}

describe('the question', () => {
  test('is answered with one press, changed and taken back', async () => {
    const { buyer, id } = await createCollectedOrder(api);
    expect(await getValue(buyer, id)).toEqual({
      ...{ can_answer: true, until: '2026-12-04T17:40:00.000Z', value_cents: 1200 },
      ...{ answer: null, photo: null, may_be_shown: false, is_shown: false },
    });
    expect((await answer(buyer, id, { answer: 'less' })).data.value).toMatchObject({ answer: 'less' });
    expect((await answer(buyer, id, { answer: 'more' })).data.value).toMatchObject({ answer: 'more' });
    const { rows } = await sql<{
      answer: string;
    }>`select answer from value_answers where order_id = ${id}`.execute(api.db);
    expect(rows).toEqual([{ answer: 'more' }]);
    const withdraw = () => buyer.call('withdrawValue', { params: { id } });
    expect((await withdraw()).data.value).toMatchObject({ answer: null, can_answer: true });
    expect((await withdraw()).data.value).toMatchObject({ answer: null });
  });

  test('is not for others, before the pickup, after 14 days or after a refund', async () => {
    const { buyer, seller, productId, id } = await createCollectedOrder(api);
    await expectApiError(answer(await createTestUser(api), id, { answer: 'less' }), 4);
    await expectApiError(answer(seller, id, { answer: 'less' }), 4);
    api.clock.set(FRIDAY_NOON);
    const open = await buyProduct(buyer, productId);
    expect(await getValue(buyer, open.id)).toBeUndefined();
    await expectApiError(answer(buyer, open.id, { answer: 'less' }), 5);
    api.clock.set('2026-12-04T17:40:00.001Z');
    expect(await getValue(buyer, id)).toMatchObject({ can_answer: false });
    await expectApiError(answer(buyer, id, { answer: 'less' }), 5);
    api.clock.set('2026-11-20T18:00:00Z');
    await answer(buyer, id, { answer: 'less' });
    await api.db
      .updateTable('orders')
      .set({ state: 'refunded', refunded_cents: 399 })
      .where('id', '=', id)
      .execute();
    await expectApiError(answer(buyer, id, { answer: 'more' }), 5);
    // What was said before the refund stays: a shop could buy it away otherwise.
    expect(await getValue(buyer, id)).toMatchObject({ can_answer: false, answer: 'less' });
  });

  test('is not for members of the business', async () => {
    const { buyer, seller, id } = await createCollectedOrder(api);
    await addMember(api, { businessId: seller.id, userId: buyer.id });
    expect(await getValue(buyer, id)).toBeUndefined();
    await expectApiError(answer(buyer, id, { answer: 'more' }), 3);
  });

  test('is not for who was a member when they bought, nor does it count once they are one', async () => {
    const order = await createCollectedOrder(api);
    const counter = await createMember(api, order.seller, 'counter');
    const bought = await copyOrder(api, order.id, { buyer: counter, reportDeadline: api.clock.now() });
    await api.db
      .updateTable('orders')
      .set({ old_price_cents: 1200, collected_at: api.clock.now() })
      .where('id', '=', bought)
      .execute();
    const answer = () => counter.call('answerValue', { params: { id: bought }, body: { answer: 'more' } });
    await expectApiError(answer(), 3);
    api.clock.advance(60_000);
    await counter.call('leaveBusiness', { params: { id: order.seller.id } });
    await expectApiError(answer(), 3);
  });

  test('is not for whoever sent a friend', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { id } = await buyProduct(buyer, productId);
    const { url } = await buyer.call('createFriendLink', { params: { id } });
    const key = new URL(url).hash.slice(1);
    const { data } = await api.client(null)('openFriendOrder', { body: { key } });
    api.clock.set('2026-11-20T17:40:00.000Z');
    await handOutOrder(seller, id, data.pin!);
    expect(await getValue(buyer, id)).toBeUndefined();
    await expectApiError(answer(buyer, id, { answer: 'more' }), 5);
  });
});

describe('the notification', () => {
  const readQuestions = (buyer: TestUser) =>
    api.mails.filter(({ to, subject }) => to === buyer.email && subject.startsWith('Was it worth'));

  test('comes once, an hour after the pickup, with the value and a link', async () => {
    const { buyer, id } = await createCollectedOrder(api);
    await api.jobs.runDue();
    expect(readQuestions(buyer)).toEqual([]);
    api.clock.set('2026-11-20T18:40:00.000Z');
    await api.jobs.runDue();
    expect(readQuestions(buyer)).toHaveLength(1);
    expect(readQuestions(buyer)[0]!.subject).toMatch(/^Was it worth €12\?/);
    expect(readQuestions(buyer)[0]!.text).toContain('worth €12.');
    expect(readQuestions(buyer)[0]!.text).toContain(`/orders/${id}/worth`);
    await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'orders.ask-value', { orderId: id }));
    await api.jobs.runDue();
    expect(readQuestions(buyer)).toHaveLength(1);
  });

  test('does not come to whoever answered, or wants no such question', async () => {
    const answered = await createCollectedOrder(api);
    await answer(answered.buyer, answered.id, { answer: 'about' });
    const quiet = await createCollectedOrder(api);
    const { data } = await quiet.buyer.call('getNotificationSettings');
    const { push_key: _, ...settings } = data;
    expect(settings.asks_value).toBe(true);
    await quiet.buyer.call('updateNotificationSettings', { body: { ...settings, asks_value: false } });
    api.clock.set('2026-11-20T19:00:00.000Z');
    await api.jobs.runDue();
    for (const { buyer } of [answered, quiet]) expect(readQuestions(buyer)).toEqual([]);
  });

  test('waits for the end of quiet hours', async () => {
    const { buyer } = await createCollectedOrder(api);
    const { push_key: _, ...settings } = (await buyer.call('getNotificationSettings')).data;
    await buyer.call('updateNotificationSettings', { body: { ...settings, quiet_from: '18:30' } });
    api.clock.set('2026-11-20T18:40:00.000Z');
    await api.jobs.runDue();
    expect(readQuestions(buyer)).toEqual([]);
    api.clock.set('2026-11-21T08:00:00.000Z');
    await api.jobs.runDue();
    expect(readQuestions(buyer)).toHaveLength(1);
  });
});

describe('a photo', () => {
  const upload = async (buyer: TestUser) =>
    (await buyer.call('uploadValuePhoto', { file: await createJpeg(64, 36) })).data.path;

  test('is the answerer’s own, and is removed with the answer', async () => {
    const { buyer, id } = await createCollectedOrder(api);
    const path = await upload(buyer);
    const stranger = await createCollectedOrder(api);
    await expectApiError(answer(stranger.buyer, stranger.id, { answer: 'more', photo: path }), 1, 'photo');
    const { data } = await answer(buyer, id, { answer: 'more', photo: path, may_be_shown: true });
    expect(data.value).toMatchObject({ photo: { path }, may_be_shown: true, is_shown: false });
    // Sent again, and with another answer, it stays.
    expect((await answer(buyer, id, { answer: 'less', photo: path })).data.value).toMatchObject({
      ...{ answer: 'less', photo: { path }, may_be_shown: true },
    });
    expect((await answer(buyer, id, { answer: 'less' })).data.value).toMatchObject({ photo: { path } });
    await buyer.call('withdrawValue', { params: { id } });
    await api.jobs.runDue();
    expect((await api.app.inject(path)).statusCode).toBe(404);
  });

  test('without consent or without a photo there is nothing to show', async () => {
    const { buyer, id } = await createCollectedOrder(api);
    expect((await answer(buyer, id, { answer: 'more', may_be_shown: true })).data.value).toMatchObject({
      may_be_shown: false,
    });
    const path = await upload(buyer);
    await answer(buyer, id, { answer: 'more', photo: path, may_be_shown: true });
    expect((await answer(buyer, id, { answer: 'more', photo: null })).data.value).toMatchObject({
      ...{ photo: null, may_be_shown: false },
    });
  });

  test('that nobody shows is deleted after 90 days', async () => {
    const { buyer, id } = await createCollectedOrder(api);
    const path = await upload(buyer);
    await answer(buyer, id, { answer: 'more', photo: path });
    api.clock.advance(VALUE_DAYS * 86_400_000);
    const readPhoto = () =>
      api.db
        .selectFrom('value_answers')
        .select(['answer', 'photo'])
        .where('order_id', '=', id)
        .executeTakeFirst();
    await api.jobs.runScheduled('orders.delete-expired-data');
    expect(await readPhoto()).toMatchObject({ answer: 'more', photo: { path } });
    api.clock.advance(1);
    await api.jobs.runScheduled('orders.delete-expired-data');
    expect(await readPhoto()).toEqual({ answer: 'more', photo: null });
  });
});

describe('the figure of an offer and its sale place', () => {
  test('is there from ten answers on, and nine again when an account is deleted', async () => {
    const { id, productId, salePlaceId } = await createCollectedOrder(api);
    const buyers = await addAnswers(id, productId, [...Array(8).fill('about'), 'more']);
    expect(await getOfferFigure(productId)).toBeUndefined();
    buyers.push(...(await addAnswers(id, productId, ['less'])));
    const figure = { more: 1, about: 8, less: 1, days: VALUE_DAYS };
    expect(await getOfferFigure(productId)).toEqual(figure);
    const { data: place } = await api.client(null)('getSalePlace', { params: { id: salePlaceId } });
    expect(place.value_share).toEqual({ of_ten: 9, days: VALUE_DAYS });
    await buyers[0]!.call('deleteAccount', { body: { password: 'sobras1' } });
    expect(await getOfferFigure(productId)).toBeUndefined();
  });

  test('counts a person once, with their last answer, and the last 90 days', async () => {
    const { id, productId } = await createCollectedOrder(api);
    const angry = await createTestUser(api);
    for (let i = 0; i < 5; i++) await addAnswer(id, productId, angry, 'less');
    await addAnswers(id, productId, Array(14).fill('more'));
    expect(await getOfferFigure(productId)).toEqual({ more: 14, about: 0, less: 1, days: VALUE_DAYS });
    await addAnswer(id, productId, angry, 'about');
    await addAnswers(id, productId, Array(4).fill('more'));
    expect(await getOfferFigure(productId)).toEqual({ more: 18, about: 1, less: 0, days: VALUE_DAYS });
    api.clock.advance(VALUE_DAYS * 86_400_000);
    expect(await getOfferFigure(productId)).toBeUndefined();
  });

  test('changes by five people at once, so that nobody learns what one of them said', async () => {
    const { id, productId, salePlaceId } = await createCollectedOrder(api);
    const regulars = await addAnswers(id, productId, Array(10).fill('about'));
    const readFigures = async () => [
      await getOfferFigure(productId),
      (await api.client(null)('getSalePlace', { params: { id: salePlaceId } })).data.value_share,
    ];
    const before = await readFigures();
    for (const regular of regulars.slice(0, 2)) {
      await addAnswer(id, productId, regular, 'less');
      expect(await readFigures()).toEqual(before);
    }
    await addAnswers(id, productId, ['less', 'less']);
    expect(await readFigures()).toEqual(before);
    await addAnswers(id, productId, ['less']);
    expect(await readFigures()).toEqual([
      { more: 0, about: 8, less: 5, days: VALUE_DAYS },
      { of_ten: 6, days: VALUE_DAYS },
    ]);
  });

  test.each([
    ['presses the same again', 'about'],
    ['takes the answer back', null],
  ] as const)('does not tell what another one said to somebody who %s', async (_, again) => {
    const { id, productId } = await createCollectedOrder(api);
    const [accomplice, ...others] = await addAnswers(id, productId, Array(10).fill('about'));
    await addAnswers(id, productId, ['less']);
    expect(await getOfferFigure(productId)).toMatchObject({ about: 10, less: 0 });
    expect(others).toHaveLength(9);
    const { order_id: own } = await api.db
      .selectFrom('value_answers')
      .select('order_id')
      .where('user_id', '=', accomplice!.id)
      .executeTakeFirstOrThrow();
    await api.db
      .updateTable('orders')
      .set({ collected_at: api.clock.now(), old_price_cents: 1200 })
      .where('id', '=', own)
      .execute();
    api.clock.advance(60_000);
    if (again) {
      await accomplice!.call('answerValue', { params: { id: own }, body: { answer: again } });
      expect(await getOfferFigure(productId)).toMatchObject({ about: 10, less: 0 });
    } else {
      await accomplice!.call('withdrawValue', { params: { id: own } });
      // Nine people: none is shown.
      expect(await getOfferFigure(productId)).toBeUndefined();
      await addAnswers(id, productId, Array(3).fill('about'));
      expect(await getOfferFigure(productId)).toBeUndefined();
      await addAnswers(id, productId, ['about']);
      expect(await getOfferFigure(productId)).toMatchObject({ about: 13, less: 1 });
    }
  });

  test('is that of the rule, in SQL', async () => {
    const { id, productId } = await createCollectedOrder(api);
    const answers: ValueAnswer[] = ['less', 'more', 'about', 'about', 'less'];
    const people = await addAnswers(id, productId, Array(10).fill('about'));
    for (let index = 0; index < 15; index++)
      await addAnswer(id, productId, people[(index * 7) % 10]!, answers[index % answers.length]!);
    const rows = await api.db
      .selectFrom('value_answers')
      .select(['user_id', 'answer', 'answered_at'])
      .where('product_id', '=', productId)
      .execute();
    const counts = countPeople(
      rows.map((row) => ({ userId: row.user_id, answer: row.answer, answeredAt: row.answered_at })),
    );
    expect(await getOfferFigure(productId)).toEqual({ ...counts, days: VALUE_DAYS });
  });
});
