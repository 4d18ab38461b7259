import { beforeEach, expect, test } from 'vitest';
import { createJpeg, createTestUser, expectApiError } from '../../../../test/support/builders.ts';
import { expectAllSettled } from '../../../../test/support/consistency.ts';
import {
  createCollectedOrder,
  createPaidOrder,
  handOutOrder,
} from '../../../../test/support/order-builders.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { decideReport } from '../index.ts';

const api = useTestApp();
const HOUR = 60 * MINUTE;

beforeEach(() => {
  api.mails.length = 0;
});

/** An order of 3.99 EUR that was handed out and reported. */
async function createReport() {
  const all = await createCollectedOrder(api);
  const params = { id: all.id };
  await all.buyer.call('reportOrder', { params, body: { text: 'O saco estava vazio.' } });
  const answer = (text: string, refunded_cents?: number) =>
    all.seller.call('answerReport', { params, body: { answer: text, refunded_cents } });
  const getOrder = async () => (await all.buyer.call('getOrder', { params })).data;
  return { ...all, answer, show: getOrder };
}

const listMailsTo = (email: string, start: string) =>
  api.mails.filter(({ to, subject }) => to === email && subject.startsWith(start));

test('the menu counts orders to hand out today and unanswered reports', async () => {
  api.clock.set(FRIDAY_NOON);
  const { seller, id, pin, buyer } = await createPaidOrder(api);
  const taskCounts = async (account = seller) => {
    const { places: _, ...counts } = (await account.call('getSellerTaskCounts')).data;
    return counts;
  };
  const none = {
    hand_out_conflicts: 0,
    reports: 0,
    report_questions: 0,
    reports_overdue: 0,
    reports_until: null,
  };
  expect(await taskCounts()).toEqual({ to_hand_out: 1, ...none });
  api.clock.set('2026-11-20T17:40:00.000Z');
  await handOutOrder(seller, id, pin);
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  const reports_until = '2026-11-23T17:40:00.000Z';
  const waiting = { to_hand_out: 0, ...none, reports: 1, reports_until };
  expect(await taskCounts()).toEqual(waiting);
  api.clock.set(reports_until);
  expect(await taskCounts()).toEqual(waiting);
  api.clock.advance(1);
  expect(await taskCounts()).toEqual({ to_hand_out: 0, ...none, reports_overdue: 1 });
  // An operator decides it now: the seller has nothing to answer.
  expect((await seller.call('listSellerReports', { query: { open: 'yes' } })).data).toEqual([]);
  expect((await seller.call('listSellerReports')).data).toMatchObject([{ id }]);
  api.clock.set(reports_until);
  await seller.call('answerReport', { params: { id }, body: { answer: 'Pedimos desculpa.' } });
  expect(await taskCounts()).toEqual({ to_hand_out: 0, ...none });
  expect(await taskCounts(await createTestUser(api, { isSeller: true }))).toEqual({
    to_hand_out: 0,
    ...none,
  });
});

test('an answer with a partial refund is shown to the buyer and notified once', async () => {
  const { seller, buyer, id, answer, show: getOrder } = await createReport();
  const open = await seller.call('listSellerReports', { query: { open: 'yes' } });
  expect(open.data).toMatchObject([{ id, report: { text: 'O saco estava vazio.', can_answer: true } }]);

  const { data } = await answer('Pedimos desculpa.', 150);
  expect(data).toMatchObject({ refunded_cents: 150, report: { answered_by: 'seller', can_answer: false } });
  expect((await answer('Pedimos desculpa.', 150)).data.refunded_cents).toBe(150);
  await expectApiError(answer('Outra coisa.', 200), 5);
  await api.jobs.runDue();
  expect(await getOrder()).toMatchObject({
    state: 'collected',
    refunded_cents: 150,
    report: { answer: 'Pedimos desculpa.', answered_by: 'seller' },
  });
  const [mail, ...otherMail] = listMailsTo(buyer.email, 'Money back');
  expect(otherMail).toEqual([]);
  expect(mail!.text).toContain('€1.50');
  expect(listMailsTo(buyer.email, 'Refund')).toEqual([]);
  expect((await seller.call('listSellerReports', { query: { open: 'yes' } })).data).toEqual([]);
  expect((await seller.call('listSellerReports')).data).toHaveLength(1);
  await expectAllSettled(api.db);
});

test('buyer and seller see the same deadline, and the mail leads the seller to the report', async () => {
  const { seller, id, show: getOrder } = await createReport();
  const answer_until = '2026-11-23T17:40:00.000Z';
  expect((await getOrder()).report).toMatchObject({ answered_by: null, answer_until });
  const { data } = await seller.call('listSellerReports');
  expect(data).toMatchObject([{ id, report: { answer_until } }]);
  await api.jobs.runDue();
  const [mail] = listMailsTo(seller.email, 'A problem with');
  expect(mail!.text).toMatch(new RegExp(`/seller/orders\\?view=reports&order=${id}\n`));
});

test('an answer may have no refund or a full one', async () => {
  const words = await createReport();
  await words.answer('O pack era assim.');
  await api.jobs.runDue();
  expect(await words.show()).toMatchObject({ refunded_cents: 0, state: 'collected' });
  expect(listMailsTo(words.buyer.email, 'An answer')).toHaveLength(1);

  const all = await createReport();
  await expectApiError(all.answer('   '), 1, 'answer');
  await expectApiError(all.answer('Sim.', 300), 1, 'refunded_cents');
  await all.answer('Sim.', 399);
  await api.jobs.runDue();
  expect(await all.show()).toMatchObject({ refunded_cents: 399, state: 'refunded' });
  await expectAllSettled(api.db);
});

test('the operator decides after 72 hours, not before', async () => {
  const { id, answer, show: getOrder } = await createReport();
  const answerAsOperator = () =>
    runInTransaction(api.context, decideReport, {
      orderId: id,
      text: 'The buyer is right.',
      refund: { refundedTotalCents: 'all' },
    });
  api.clock.advance(72 * HOUR);
  await expect(answerAsOperator()).rejects.toMatchObject({ kind: 'conflict' });
  api.clock.advance(1);
  await expectApiError(answer('Now then.', 100), 5);
  await answerAsOperator();
  await answerAsOperator();
  await api.jobs.runDue();
  expect(await getOrder()).toMatchObject({ state: 'refunded', report: { answered_by: 'operator' } });
  await expectAllSettled(api.db);
});

test('a seller cannot answer the report of another seller', async () => {
  const { id } = await createReport();
  const stranger = await createTestUser(api, { isSeller: true });
  const call = stranger.call('answerReport', { params: { id }, body: { answer: 'x' } });
  await expectApiError(call, 4);
  const { seller, id: silentMail } = await createPaidOrder(api);
  await expectApiError(seller.call('answerReport', { params: { id: silentMail }, body: { answer: 'x' } }), 4);
});

test('an order is reported once, with an own photo, until 48 hours after the window', async () => {
  const { buyer, id } = await createCollectedOrder(api);
  const stranger = await createTestUser(api);
  const foreignOrder = (await stranger.call('uploadReportPhoto', { file: await createJpeg(64, 36) })).data
    .path;
  const reportOrder = (photo?: string, text = 'O pão estava duro.') =>
    buyer.call('reportOrder', { params: { id }, body: { text, photo } });
  await expectApiError(reportOrder(foreignOrder), 1, 'photo');
  await expectApiError(reportOrder(undefined, '  '), 1, 'text');
  api.clock.set('2026-11-22T19:00:00.000Z');
  const myOrder = (await buyer.call('uploadReportPhoto', { file: await createJpeg(64, 36) })).data.path;
  expect((await reportOrder(myOrder)).data).toMatchObject({
    can_report: false,
    report: { text: 'O pão estava duro.', photo: { path: myOrder }, answer: null },
  });
  await expectApiError(reportOrder(), 5);

  const lateBuyer = await createCollectedOrder(api);
  api.clock.set('2026-11-22T19:00:00.001Z');
  const tooLate = lateBuyer.buyer.call('reportOrder', {
    params: { id: lateBuyer.id },
    body: { text: 'x' },
  });
  await expectApiError(tooLate, 5);
});
