import { beforeEach, expect, test } from 'vitest';
import { createTestUser, expectApiError, type TestUser } from '../../../../test/support/builders.ts';
import { expectAllSettled, findBalance } from '../../../../test/support/consistency.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const REASON = { reason: 'The card is closed.' };

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

/** A cancelled order whose refund the bank sent back. */
async function createReturnedRefund() {
  const order = await createPaidOrder(api);
  await order.buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
  await api.jobs.runDue();
  // The bank of this card returns refunds after a minute.
  const { provider_ref: ref } = await api.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('provider_ref')
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow();
  await api.db.updateTable('sandbox_intents').set({ card_last4: '5126' }).where('ref', '=', ref!).execute();
  api.clock.advance(2 * MINUTE);
  await api.jobs.runScheduled('payments.sync-recent-returns');
  await api.jobs.runDue();
  await api.db.updateTable('sandbox_intents').set({ card_last4: '4242' }).where('ref', '=', ref!).execute();
  const support = await createTestOperator(api, 'support');
  const { items } = await support.call('listRefunds', { query: { order_id: order.id } });
  return { ...order, support, refund: items[0]! };
}

test('a refund that the bank returned is listed, counted and mailed', async () => {
  const { buyer, id, support, refund } = await createReturnedRefund();
  // In words: the provider's are for the console only.
  const mail = api.mails.findLast(({ to }) => to === buyer.email)!;
  expect(mail.text).toContain('The card is reported lost or stolen.');
  expect(mail.text).not.toContain('lost_or_stolen_card');
  expect(refund).toMatchObject({
    state: 'failed',
    amount_cents: 399,
    order_id: id,
    buyer: { id: buyer.id },
    error: 'lost_or_stolen_card',
    references: [expect.stringMatching(/^re_sandbox_/)],
  });
  const { tasks } = (await support.call('getDashboard')).data;
  expect(tasks.find(({ kind }) => kind === 'stuck_refunds')).toMatchObject({ count: 1 });
  expect((await buyer.call('getOrder', { params: { id } })).data).toMatchObject({
    state: 'cancelled_by_buyer',
    money_back: { state: 'failed', amount_cents: 399 },
  });
  const file = await (await support.call('exportRefunds', { query: { state: 'failed' } })).text();
  expect(file).toContain('lost_or_stolen_card');
});

test('it is sent to the card again, once', async () => {
  const { buyer, id, support, refund } = await createReturnedRefund();
  const call = { params: { id: refund.id }, body: REASON };
  await support.call('repeatRefund', call);
  await support.call('repeatRefund', call);
  await api.jobs.runDue();
  expect((await buyer.call('getOrder', { params: { id } })).data.money_back).toMatchObject({ state: 'sent' });
  await expectApiError(support.call('repeatRefund', call), 5);
  const audit = await api.db
    .selectFrom('audit_entries')
    .select(['before', 'after', 'reason', 'subject_id'])
    .where('action', '=', 'repeatRefund')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(audit[0]).toEqual({
    before: { refund: refund.id, state: 'failed' },
    after: { state: 'queued', amount_cents: 399 },
    reason: REASON.reason,
    subject_id: String(id),
  });
});

test('it is paid by bank transfer, once: noted by one operator and confirmed by another', async () => {
  const { buyer, id, support, refund } = await createReturnedRefund();
  const finance = await createTestOperator(api, 'finance');
  const second = await createTestOperator(api, 'finance', { name: 'Paula Reis' });
  const bankBefore = (await findBalance(api.db, { kind: 'bank' })) ?? 0;
  const params = { id: refund.id };
  const note = { params, body: { ...REASON, bank_reference: 'TRF 4711' } };
  await expectApiError(support.call('settleRefund', note), 3);
  await expectApiError(
    finance.call('settleRefund', { params, body: { reason: ' ', bank_reference: ' ' } }),
    1,
    'bank_reference',
    'reason',
  );
  const decide = (operator: TestUser, outcome: 'confirmed' | 'withdrawn') =>
    operator.call('decideRefundTransfer', { params, body: { ...REASON, outcome } });
  await expectApiError(decide(second, 'confirmed'), 5);
  api.mails.length = 0;
  await Promise.all([finance.call('settleRefund', note), finance.call('settleRefund', note)]);
  const findRow = async () =>
    (await finance.call('listRefunds', { query: { order_id: id } })).items.find(
      (row) => row.id === refund.id,
    );
  expect(await findRow()).toMatchObject({
    state: 'failed',
    noted_transfer: { bank_reference: 'TRF 4711', operator: { id: finance.id } },
  });
  // It may be under way: nobody sends the money a second time.
  await expectApiError(support.call('repeatRefund', { params, body: REASON }), 5);
  await expectApiError(second.call('settleRefund', note), 5);
  await expectApiError(decide(finance, 'confirmed'), 5);
  expect(await listWaitingRights(finance, refund.id)).toEqual(['orders.refund', 'payouts.manage']);
  expect(await listWaitingRights(second, refund.id)).toEqual([]);
  await decide(finance, 'withdrawn');
  expect(await findRow()).toMatchObject({ state: 'failed', noted_transfer: null });
  // Somebody else's note is not withdrawn to take the next step alone: withdrawing it is a step.
  await finance.call('settleRefund', note);
  await decide(second, 'withdrawn');
  await expectApiError(second.call('settleRefund', note), 5);
  await expectApiError(decide(second, 'withdrawn'), 5);
  await finance.call('settleRefund', { params, body: { ...REASON, bank_reference: 'TRF 4712' } });
  await Promise.all([decide(second, 'confirmed'), decide(second, 'confirmed')]);
  await api.jobs.runDue();
  expect(api.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, 'Your refund is paid: Cesto de fim de tarde'],
  ]);
  expect((await findBalance(api.db, { kind: 'bank' })) ?? 0).toBe(bankBefore - 399);
  expect(await findBalance(api.db, { kind: 'buyer', userId: buyer.id })).toBe(0);
  expect(await findRow()).toMatchObject({
    state: 'settled',
    noted_transfer: null,
    references: [expect.any(String), 'TRF 4712'],
  });
  await expectApiError(finance.call('repeatRefund', { params, body: REASON }), 5);
});

test('who decided on a refund does not send it again, while somebody else can', async () => {
  const order = await createPaidOrder(api);
  const [decider, other] = [
    await createTestOperator(api, 'finance'),
    await createTestOperator(api, 'support'),
  ];
  await decider.call('refundAdminOrder', {
    params: { id: order.id },
    body: { refunded_total_cents: 399, reason: 'The oven broke.' },
  });
  const { id } = await api.db
    .updateTable('refunds')
    .set({ state: 'failed' })
    .where('payment_id', '=', await findPaymentId(order.id))
    .returning('id')
    .executeTakeFirstOrThrow();
  const call = { params: { id }, body: REASON };
  await expectApiError(decider.call('repeatRefund', call), 5);
  expect(await listWaitingRights(decider, id)).toContain('orders.refund');
  await other.call('repeatRefund', call);
  await api.jobs.runDue();
  const { items } = await other.call('listRefunds', { query: { order_id: order.id } });
  expect(items).toMatchObject([{ state: 'sent' }]);
});

test('where there is nobody else, one operator pays it, and the audit log says so', async () => {
  const { id, refund } = await createReturnedRefund();
  await api.db.deleteFrom('operator_sessions').execute();
  await api.db.deleteFrom('operators').execute();
  const sole = await createTestOperator(api, 'owner');
  const params = { id: refund.id };
  await sole.call('settleRefund', { params, body: { ...REASON, bank_reference: 'TRF 5' } });
  const { items } = await sole.call('listRefunds', { query: { order_id: id } });
  expect(items).toMatchObject([{ state: 'settled', references: [expect.any(String), 'TRF 5'] }]);
  const entry = await api.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'settleRefund')
    .where('operator_id', '=', sole.id)
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ state: 'settled', alone: true });
});

const findPaymentId = async (orderId: number) =>
  (await api.db.selectFrom('orders').select('payment_id').where('id', '=', orderId).executeTakeFirstOrThrow())
    .payment_id;

const listWaitingRights = async ({ call }: TestUser, id: number) =>
  (await call('getCase', { params: { kind: 'refund', id } })).data.waits_for;

/** Leaves no operator but those that the test makes. */
async function removeOperators() {
  await api.db.deleteFrom('operator_recovery_codes').execute();
  await api.db.deleteFrom('operator_sessions').execute();
  await api.db.deleteFrom('operators').execute();
}

test.each(['seller', 'partner'] as const)(
  'a refund does not wait for an operator who is its %s, and may not decide on it',
  async (role) => {
    const returned = await createReturnedRefund();
    const { id, refund } = returned;
    await removeOperators();
    const concerned = role === 'seller' ? returned.seller : await createTestUser(api);
    if (role === 'partner')
      await api.db
        .insertInto('affiliate_shares')
        .values({
          order_id: id,
          side: 'buyer',
          partner_id: concerned.id,
          referred_user_id: returned.buyer.id,
          hundredths: 100,
          price_cents: 399,
          state: 'reversed',
          reason: 'cancelled_by_buyer',
          created_at: api.clock.now(),
          approve_at: api.clock.now(),
        })
        .execute();
    const own = await createTestOperator(api, 'finance', { user: concerned });
    const finance = await createTestOperator(api, 'finance');
    const params = { id: refund.id };
    const settle = { params, body: { ...REASON, bank_reference: 'TRF 6' } };
    await expectApiError(own.call('settleRefund', settle), 5);
    await finance.call('settleRefund', settle);
    expect(await listWaitingRights(finance, refund.id)).toEqual([]);
    const { items } = await finance.call('listRefunds', { query: { order_id: id } });
    expect(items).toMatchObject([{ state: 'settled', references: [expect.any(String), 'TRF 6'] }]);
  },
);

test('what was noted is booked, whatever else came or went meanwhile', async () => {
  const { id, buyer, refund } = await createReturnedRefund();
  await removeOperators();
  const [finance, second] = [
    await createTestOperator(api, 'finance'),
    await createTestOperator(api, 'finance'),
  ];
  const { provider_ref: ref } = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('id', '=', await findPaymentId(id))
    .executeTakeFirstOrThrow();
  // A part was refunded on the pages of the provider.
  await api.db
    .insertInto('sandbox_refunds')
    .values({
      id: 're_part',
      idempotency_key: 'part by hand',
      ref: ref!,
      amount_cents: 100,
      created_at: api.clock.now(),
    })
    .execute();
  const setRefunded = (cents: number) =>
    api.db.updateTable('sandbox_intents').set({ refunded_cents: cents }).where('ref', '=', ref!).execute();
  await setRefunded(100);
  const bankBefore = (await findBalance(api.db, { kind: 'bank' })) ?? 0;
  const params = { id: refund.id };
  const transfer = async (reference: string) => {
    await finance.call('settleRefund', { params, body: { ...REASON, bank_reference: reference } });
    return async () =>
      second.call('decideRefundTransfer', { params, body: { ...REASON, outcome: 'confirmed' } });
  };
  const findRow = async () => (await finance.call('listRefunds', { query: { order_id: id } })).items[0]!;
  const confirm = await transfer('TRF 7');
  expect((await findRow()).noted_transfer).toMatchObject({ amount_cents: 299 });
  // The bank sends that part back before the transfer is confirmed.
  await api.db
    .updateTable('sandbox_refunds')
    .set({ status: 'failed', failure: 'declined' })
    .where('id', '=', 're_part')
    .execute();
  await setRefunded(0);
  await confirm();
  expect((await findBalance(api.db, { kind: 'bank' })) ?? 0).toBe(bankBefore - 299);
  // The rest waits for a decision.
  expect(await findRow()).toMatchObject({ state: 'failed', noted_transfer: null });
  const confirmRest = await transfer('TRF 8');
  expect((await findRow()).noted_transfer).toMatchObject({ amount_cents: 100 });
  await confirmRest();
  expect(await findRow()).toMatchObject({ state: 'settled' });
  expect(await findBalance(api.db, { kind: 'buyer', userId: buyer.id })).toBe(0);
});

test('what went back meanwhile is not paid again', async () => {
  const { id, refund } = await createReturnedRefund();
  const finance = await createTestOperator(api, 'finance');
  await api.db
    .insertInto('sandbox_refunds')
    .columns(['id', 'idempotency_key', 'ref', 'amount_cents', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('payments')
        .innerJoin('orders', 'orders.payment_id', 'payments.id')
        .select((select) => [
          select.val('re_by_hand').as('id'),
          select.val('by hand').as('key'),
          select.ref('provider_ref').$notNull().as('ref'),
          select.val(399).as('amount_cents'),
          select.val(api.clock.now()).as('created_at'),
        ])
        .where('orders.id', '=', id),
    )
    .execute();
  await api.db
    .updateTable('sandbox_intents')
    .set({ refunded_cents: 399 })
    .where('ref', 'in', (eb) => eb.selectFrom('sandbox_refunds').select('ref').where('id', '=', 're_by_hand'))
    .execute();
  const body = { ...REASON, bank_reference: 'TRF 2' };
  await expectApiError(finance.call('settleRefund', { params: { id: refund.id }, body }), 5);
  const { items } = await finance.call('listRefunds', { query: { order_id: id } });
  expect(items).toMatchObject([{ state: 'sent' }]);
});

test('nobody decides on a refund of their own', async () => {
  const { buyer, seller, refund } = await createReturnedRefund();
  await createTestOperator(api, 'finance');
  for (const user of [buyer, seller]) {
    const operator = await createTestOperator(api, 'finance', { user });
    const body = { ...REASON, bank_reference: 'TRF 3', outcome: 'confirmed' as const };
    for (const name of ['repeatRefund', 'settleRefund', 'decideRefundTransfer'] as const)
      await expectApiError(operator.call(name, { params: { id: refund.id }, body }), 5);
  }
  await expectApiError(
    (await createTestOperator(api, 'finance')).call('repeatRefund', {
      params: { id: 999_999 },
      body: REASON,
    }),
    4,
  );
});

test('the books agree at the end', async () => {
  const finance = await createTestOperator(api, 'finance');
  const second = await createTestOperator(api, 'finance');
  const { items } = await finance.call('listRefunds', { query: { state: 'failed,refused', limit: 100 } });
  for (const { id } of items) {
    const params = { id };
    await finance.call('settleRefund', { params, body: { ...REASON, bank_reference: `TRF ${id}` } });
    await second.call('decideRefundTransfer', { params, body: { ...REASON, outcome: 'confirmed' } });
  }
  await api.jobs.runDue();
  await expectAllSettled(api.db);
});
