import type { ValueAnswer } from '@wopack/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createJpeg,
  createMember,
  createTestUser,
  expectApiError,
  markEmailVerified,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { copyOrder, createCollectedOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

type Order = Awaited<ReturnType<typeof createCollectedOrder>>;

/** Answers about copies of an order, in slots of other dates. */
async function addAnswers(
  order: Order,
  date: string,
  answers: readonly ValueAnswer[],
  buyers: readonly TestUser[],
) {
  const { slot_id: slotId } = await api.db
    .insertInto('pickup_slots')
    .values({
      product_id: order.productId,
      date,
      starts_at: new Date(`${date}T17:30:00Z`),
      ends_at: new Date(`${date}T19:00:00Z`),
      quantity: 0,
      units_left: 0,
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'date']).doUpdateSet({ sold_out: false }))
    .returning('id as slot_id')
    .executeTakeFirstOrThrow();
  for (const [index, answer] of answers.entries()) {
    const buyer = buyers[index]!;
    const id = await copyOrder(api, order.id, { buyer, reportDeadline: api.clock.now() });
    await api.db
      .updateTable('orders')
      .set({ slot_id: slotId, old_price_cents: 1200, handed_out_by: order.seller.id })
      .where('id', '=', id)
      .execute();
    const at = { answered_at: new Date(`${date}T20:00:00Z`) };
    const row = {
      order_id: id,
      user_id: buyer.id,
      product_id: order.productId,
      sale_place_id: order.salePlaceId,
    };
    await api.db
      .insertInto('value_answers')
      .values({ ...row, ...at, answer })
      .execute();
  }
}

const createBuyers = (count: number) => Promise.all(Array.from({ length: count }, () => createTestUser(api)));
const getValue = async ({ seller, salePlaceId }: Order, user: TestUser = seller) =>
  (await user.call('getSellerValue', { query: { sale_place_id: salePlaceId } })).data;

const LOW: ValueAnswer[] = ['less', 'less', 'about', 'about', 'more'];
/** Fridays of the three weeks before that of the tests. */
const FRIDAYS = ['2026-10-30', '2026-11-06', '2026-11-13'];

async function createLowProduct() {
  const order = await createCollectedOrder(api);
  const buyers = await createBuyers(5);
  for (const friday of FRIDAYS) await addAnswers(order, friday, LOW, buyers);
  api.clock.set('2026-11-20T18:00:00Z');
  return order;
}

describe('the seller’s figures', () => {
  test('are by pack, week and who handed out, from five people on, and have no names of customers', async () => {
    const order = await createCollectedOrder(api);
    const buyers = await createBuyers(6);
    await addAnswers(order, '2026-11-12', LOW.slice(0, 4), buyers);
    expect((await getValue(order)).packs[0]).toMatchObject({ counts: null, weeks: [] });
    // The same people again count once in all, and once in each week.
    await addAnswers(order, '2026-11-05', [...LOW, 'more'], buyers);
    api.clock.set('2026-11-20T18:00:00Z');
    const value = await getValue(order);
    expect(value.packs[0]).toMatchObject({
      value_cents: 1200,
      counts: { more: 2, about: 2, less: 2 },
      // Parts have no counts, which would leave a few people when they are taken off each other.
      weeks: [{ week: '2026-11-02', of_ten: 6 }],
      proposal: null,
    });
    expect(value.people).toEqual([{ name: 'Rui Fontes', of_ten: 7 }]);
    expect(JSON.stringify(value)).not.toContain('Marta');
  });

  test('change by five people at once, as those of the offer do', async () => {
    const order = await createCollectedOrder(api);
    const buyers = await createBuyers(10);
    await addAnswers(order, '2026-11-12', Array(9).fill('about'), buyers);
    const before = await getValue(order);
    expect(before.packs[0]!.counts).toEqual({ more: 0, about: 5, less: 0 });
    await addAnswers(order, '2026-11-13', ['less'], buyers.slice(9));
    const after = await getValue(order);
    expect(after.packs[0]!.counts).toEqual({ more: 0, about: 9, less: 1 });
    await addAnswers(order, '2026-11-14', ['less', 'less', 'less', 'less'], buyers);
    expect(await getValue(order)).toEqual(after);
  });

  test('are for members with the right, of their own sale places', async () => {
    const order = await createCollectedOrder(api);
    const other = await createCollectedOrder(api);
    await expectApiError(getValue(order, other.seller), 4);
    await expectApiError(getValue(order, await createMember(api, order.seller, 'counter')), 3);
    expect((await getValue(order, await createMember(api, order.seller, 'accountant'))).packs).toHaveLength(
      1,
    );
  });
});

describe('three low weeks', () => {
  const propose = () => api.jobs.runScheduled('orders.propose-values');

  test('lead to a proposal, with the sum, that the seller accepts with one press', async () => {
    const order = await createLowProduct();
    await markEmailVerified(api, order.seller);
    await propose();
    await propose();
    await api.jobs.runDue();
    const { proposal } = (await getValue(order)).packs[0]!;
    expect(proposal).toMatchObject({ from_cents: 1200, to_cents: 1100, of_ten: 6 });
    const mails = api.mails.filter(({ to }) => to === order.seller.email);
    const proposed = mails.filter(({ subject }) => subject.startsWith('A lower value'));
    expect(proposed).toHaveLength(1);
    expect(proposed[0]!.text).toContain('We propose €11.00 instead of €12.00');

    const catalogue = await createTestOperator(api, 'catalogue');
    const listOpen = async () =>
      (await catalogue.call('listValueProposals', { query: { state: 'open' } })).items.filter(
        ({ product }) => product.id === order.productId,
      );
    expect(await listOpen()).toMatchObject([
      { from_cents: 1200, to_cents: 1100, state: 'open', ended_at: null },
    ]);

    const accept = (user: TestUser) => user.call('acceptValueProposal', { params: { id: proposal!.id } });
    await expectApiError(accept((await createCollectedOrder(api)).seller), 4);
    await accept(order.seller);
    expect((await accept(order.seller)).data.packs[0]).toMatchObject({ value_cents: 1100, proposal: null });
    expect((await api.client(null)('getOffer', { params: { id: order.productId } })).data.old_price).toBe(11);
    const activity = await order.seller.call('listActivity', { query: { kind: 'price_changed' } });
    expect(activity.data).toMatchObject([{ before: { old_price: 12 }, after: { old_price: 11 } }]);
    expect(await listOpen()).toEqual([]);
    api.clock.set('2026-11-21T10:20:00Z');
    await propose();
    expect((await getValue(order)).packs[0]!.proposal).toBeNull();
  });

  test('long ago lead to none, also when somebody got less lately', async () => {
    const order = await createCollectedOrder(api);
    const buyers = await createBuyers(6);
    for (const friday of ['2026-08-28', '2026-09-04', '2026-09-11'])
      await addAnswers(order, friday, LOW, buyers);
    await addAnswers(order, '2026-11-12', Array(5).fill('less'), buyers);
    await propose();
    const [low] = (await getValue(order)).packs;
    expect(low!.weeks).toHaveLength(4);
    expect(low!.proposal).toBeNull();
  });

  test('lower the value once, however many presses come at once', async () => {
    const order = await createLowProduct();
    await propose();
    const { proposal } = (await getValue(order)).packs[0]!;
    const accept = () => order.seller.call('acceptValueProposal', { params: { id: proposal!.id } });
    const answers = await Promise.all([accept(), accept(), accept(), accept()]);
    for (const { data } of answers)
      expect(data.packs[0]).toMatchObject({ value_cents: 1100, proposal: null });
    const activity = await order.seller.call('listActivity', { query: { kind: 'price_changed' } });
    expect(activity.data).toMatchObject([{ before: { old_price: 12 }, after: { old_price: 11 } }]);
  });

  test('that the seller answers by another value, or that get better, end the proposal', async () => {
    const changed = await createLowProduct();
    await propose();
    const { proposal } = (await getValue(changed)).packs[0]!;
    await api.db
      .updateTable('products')
      .set({ old_price_cents: 1000 })
      .where('id', '=', changed.productId)
      .execute();
    await expectApiError(changed.seller.call('acceptValueProposal', { params: { id: proposal!.id } }), 5);
    const better = await createLowProduct();
    await propose();
    expect((await getValue(better)).packs[0]!.proposal).not.toBeNull();
    const readOutcome = (productId: number) =>
      api.db
        .selectFrom('value_proposals')
        .select('outcome')
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow();
    expect(await readOutcome(changed.productId)).toEqual({ outcome: 'changed' });
    api.clock.set('2026-11-24T10:20:00Z');
    await addAnswers(better, '2026-11-17', Array(5).fill('more'), await createBuyers(5));
    await propose();
    expect(await readOutcome(better.productId)).toEqual({ outcome: 'recovered' });
  });

  test('of which one has too few people are none', async () => {
    const order = await createCollectedOrder(api);
    const buyers = await createBuyers(5);
    for (const friday of FRIDAYS.slice(0, 2)) await addAnswers(order, friday, LOW, buyers);
    await addAnswers(order, FRIDAYS[2]!, ['less', 'less', 'less', 'less'], buyers);
    api.clock.set('2026-11-20T18:00:00Z');
    await propose();
    expect((await getValue(order)).packs[0]!.proposal).toBeNull();
  });
});

describe('a photo by a customer', () => {
  async function sendPhoto(mayBeShown: boolean) {
    const order = await createCollectedOrder(api);
    const { path } = (await order.buyer.call('uploadValuePhoto', { file: await createJpeg(64, 36) })).data;
    const body = { answer: 'more' as const, photo: path, may_be_shown: mayBeShown };
    await order.buyer.call('answerValue', { params: { id: order.id }, body });
    const change = (action: 'show' | 'hide' | 'remove', user = order.seller) =>
      user.call('changeValuePhoto', { body: { path, action } });
    const listExamples = async () =>
      ((await api.client(null)('getOffer', { params: { id: order.productId } })).data.examples ?? []).map(
        ({ photo }) => photo.path,
      );
    return { ...order, path, change, listExamples };
  }

  test('is shown with consent alone, and no more when the buyer takes it back', async () => {
    const refused = await sendPhoto(false);
    await expectApiError(refused.change('show'), 5);
    const { buyer, id, path, change, listExamples } = await sendPhoto(true);
    await expectApiError(change('show', refused.seller), 4);
    expect((await change('show')).data.photos).toMatchObject([{ is_pinned: true, may_be_shown: true }]);
    expect(await listExamples()).toEqual([path]);
    expect((await buyer.call('getOrder', { params: { id } })).data.value).toMatchObject({ is_shown: true });
    await change('hide');
    expect(await listExamples()).toEqual([]);
    await change('show');
    await buyer.call('answerValue', { params: { id }, body: { answer: 'more', may_be_shown: false } });
    expect(await listExamples()).toEqual([]);
    expect((await change('remove')).data.photos).toEqual([]);
    expect((await buyer.call('getOrder', { params: { id } })).data.value).toMatchObject({
      ...{ answer: 'more', photo: null },
    });
  });

  test('that shows a face is reported and hidden, and the product stays', async () => {
    const { path, productId, change, listExamples } = await sendPhoto(true);
    await change('show');
    const reporter = await createTestUser(api, { isEmailVerified: true });
    const report = { subject_kind: 'photo' as const, subject_id: productId, photo_path: path };
    const { data } = await reporter.call('reportContent', {
      body: { ...report, ground: 'privacy', text: 'That is my face.' },
    });
    const catalogue = await createTestOperator(api, 'catalogue');
    const { data: view } = await catalogue.call('getContentReport', { params: { id: data.id } });
    expect(view).toMatchObject({ is_hidden: false, photos: [{ path }] });
    const decision = {
      params: { id: data.id },
      body: { decision: 'hide' as const, reason: 'A face is on it.' },
    };
    expect((await catalogue.call('decideContentReport', decision)).data.is_hidden).toBe(true);
    expect(await listExamples()).toEqual([]);
    await expectApiError(change('show'), 5);
    await expectApiError(
      reporter.call('reportContent', { body: { ...report, ground: 'privacy', text: 'Again.' } }),
      4,
    );
  });
});
