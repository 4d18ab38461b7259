import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  payHold,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectAllSettled } from '../../../../test/support/consistency.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { lockOrder } from '../../orders/index.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const HOUR = 60 * MINUTE;
const REASON = 'Less than described.';

const refund = (operator: TestUser, id: number, cents: number) =>
  operator.call('refundAdminOrder', {
    params: { id },
    body: { refunded_total_cents: cents, reason: REASON },
  });

const DECISION_LINK = /\/decisions#([0-9a-f-]+)/;

/** The link in the newest mail about a decision to an address. */
function findDecisionKey(email: string): string {
  const mail = api.mails.findLast(({ to, text }) => to === email && DECISION_LINK.test(text))!;
  return DECISION_LINK.exec(mail.text)![1]!;
}

describe('orders', () => {
  test('the list is filtered, paged and exported alike', async () => {
    const support = await createTestOperator(api, 'support');
    const { seller, buyer, id } = await createPaidOrder(api, { quantity: 7 });
    const other = await createPaidOrder(api);
    await other.buyer.call('cancelOrder', { params: { id: other.id }, body: {} });
    const list = async (query: object) =>
      (await support.call('listAdminOrders', { query })).items.map((row) => row.id);
    expect(await list({ q: String(id) })).toEqual([id]);
    expect(await list({ q: buyer.email.toUpperCase() })).toEqual([id]);
    expect(await list({ seller_id: seller.id })).toEqual([id]);
    expect(await list({ state: 'cancelled_by_buyer' })).toEqual([other.id]);
    expect(await list({ refund: 'all' })).toEqual([other.id]);
    expect(await list({ refund: 'none', user_id: other.buyer.id })).toEqual([]);
    expect(await list({ from: '2026-11-21' })).toEqual([]);
    expect(await list({ from: '2026-11-20', to: '2026-11-20' })).toEqual([other.id, id]);
    expect(await list({ sort: 'created_at', to: '2026-11-20' })).toEqual([id, other.id]);
    const { payment_reference } = (await support.call('getAdminOrder', { params: { id } })).data;
    expect(await list({ q: payment_reference! })).toEqual([id]);

    const first = await support.call('listAdminOrders', { query: { limit: 1, sort: 'pickup_start' } });
    expect(first).toMatchObject({ total: 2, total_is_exact: true, items: [{ id }] });
    const query = { limit: 1, sort: 'pickup_start', cursor: first.next_cursor! };
    expect(await support.call('listAdminOrders', { query })).toMatchObject({
      next_cursor: null,
      total: null,
      items: [{ id: other.id }],
    });
    // Of the whole filter, not of the page.
    expect(first.sums).toEqual({
      price_cents: 798,
      refunded_cents: 399,
      sold_orders: 1,
      commission_cents: 129,
      packs: 1,
    });
    expect((await support.call('listAdminOrders', { query })).sums).toBeNull();
    const file = await (
      await support.call('exportAdminOrders', { query: { state: 'cancelled_by_buyer' } })
    ).text();
    const [header = '', line = '', ...rest] = file.trim().split('\r\n');
    expect(header).toMatch(/^\W*"id","created_at","state",/);
    expect(line).toMatch(new RegExp(`^${other.id},.*,"cancelled_by_buyer",.*,3.99,3.99,`));
    expect(rest).toEqual([]);
  });

  test('the detail tells the whole story, and looking at it is logged', async () => {
    const { seller, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await handOutOrder(seller, id, pin);
    await api.jobs.runDue();
    const support = await createTestOperator(api, 'support');
    const { data } = await support.call('getAdminOrder', { params: { id } });
    expect(data.time_line.map(({ kind }) => kind)).toEqual(['hold', 'paid', 'collected']);
    for (const { entries } of data.transactions)
      expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0);
    expect(data.transactions.map(({ kind }) => kind)).toEqual(['payment', 'sale']);
    expect(data).toMatchObject({ can_refund: true, can_cancel: false, can_resend_ticket: false });
    expect(JSON.stringify(data)).not.toContain(`"${pin}"`);
    const views = api.db
      .selectFrom('audit_entries')
      .select('operator_id')
      .where('action', '=', 'getAdminOrder')
      .where('subject_id', '=', String(id));
    expect(await views.execute()).toEqual([{ operator_id: support.id }]);
    const provider = await support.call('getProviderState', { params: { id } });
    expect(provider.data).toMatchObject({ status: 'succeeded', amount_cents: 399, matches: true });
    await expectApiError(support.call('getAdminOrder', { params: { id: 999_999 } }), 4);
  });

  test('a dispute stands after the payment of the same second', async () => {
    api.clock.set(new Date(Date.parse(FRIDAY_NOON) + 700).toISOString());
    const { id } = await createPaidOrder(api);
    const { payment_id } = await api.db
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const dispute = { reason: 'fraudulent', status: 'needs_response' };
    await api.db
      .insertInto('disputes')
      .values({
        payment_id,
        ...dispute,
        provider_ref: `dp_${id}`,
        amount_cents: 399,
        opened_at: new Date(FRIDAY_NOON),
        checked_at: api.clock.now(),
      })
      .execute();
    await api.db.insertInto('earning_holds').values({ payment_id, held_at: api.clock.now() }).execute();
    const support = await createTestOperator(api, 'support');
    const { time_line } = (await support.call('getAdminOrder', { params: { id } })).data;
    expect(time_line).toMatchObject([
      { kind: 'hold' },
      { kind: 'paid', dispute: null },
      { kind: 'disputed', amount_cents: 399, dispute },
    ]);
  });

  test('a refund tells both sides why, once, and how to object', async () => {
    const { seller, buyer, id } = await createPaidOrder(api);
    const support = await createTestOperator(api, 'support');
    const { data } = await refund(support, id, 150);
    expect(data).toMatchObject({ refunded_cents: 150, earning_cents: 120 });
    expect(data.time_line.map(({ kind }) => kind)).toContain('refunded');
    await refund(support, id, 150);
    await api.jobs.runDue();
    for (const { email } of [buyer, seller]) {
      const mails = api.mails.filter(({ to, text }) => to === email && text.includes(REASON));
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toContain('€1.50');
    }
    const key = findDecisionKey(buyer.email);
    const guest = api.client();
    expect((await guest('getDecision', { body: { key } })).data).toMatchObject({
      outcome: 'refund_part',
      reason: REASON,
      amount_cents: 150,
      can_object: true,
      objection: null,
    });
    await expectApiError(
      guest('getDecision', { body: { key: key.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) } }),
      4,
    );
    await expectApiError(refund(support, id, 400), 1, 'refunded_total_cents');
    await expectAllSettled(api.db);
  });

  test('of two refunds at the same moment, audit log and mails say what each changed', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const operators = [await createTestOperator(api, 'support'), await createTestOperator(api, 'finance')];
    const countWaiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      return rows[0]!.n;
    };
    const [first, second] = await api.db.transaction().execute(async (trx) => {
      await lockOrder(trx, id);
      const calls: Promise<unknown>[] = [];
      for (const [i, cents] of [100, 150].entries()) {
        calls.push(refund(operators[i]!, id, cents));
        await expect.poll(countWaiting, { timeout: 60_000 }).toBe(i + 1);
      }
      return calls;
    });
    await Promise.all([first, second]);
    const audit = await api.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'refundAdminOrder')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { before: { refunded_cents: 0 }, after: { refunded_cents: 100 } },
      { before: { refunded_cents: 100 }, after: { refunded_cents: 150 } },
    ]);
    await api.jobs.runDue();
    const texts = api.mails.flatMap(({ to, text }) =>
      to === buyer.email && text.includes(REASON) ? [text] : [],
    );
    expect(texts.map((text) => /€\d\.\d\d/.exec(text)?.[0]).sort()).toEqual(['€0.50', '€1.00']);
    await expectAllSettled(api.db);
  });

  test('a chosen ground stands before the reason, in the language of its reader', async () => {
    const { seller, buyer, id } = await createPaidOrder(api);
    await api.db.updateTable('users').set({ language: 'pt' }).where('id', '=', seller.id).execute();
    const support = await createTestOperator(api, 'support');
    await support.call('refundAdminOrder', {
      params: { id },
      body: { refunded_total_cents: 150, ground: 'less_than_described', reason: 'Two of four.' },
    });
    await api.jobs.runDue();
    const getTexts = (email: string) =>
      api.mails.flatMap(({ to, text }) => (to === email ? [text] : [])).join('\n');
    expect(getTexts(buyer.email)).toContain('Less than described. Two of four.');
    expect(getTexts(seller.email)).toContain('Menos do que o descrito. Two of four.');
    const { after } = await api.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'refundAdminOrder')
      .where('subject_id', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ refunded_cents: 150, ground: 'less_than_described' });
  });

  test('support refunds up to its limit, finance more', async () => {
    const { id } = await createPaidOrder(api);
    await api.db.updateTable('orders').set({ refunded_cents: 0 }).where('id', '=', id).execute();
    const support = await createTestOperator(api, 'support');
    expect((await support.call('getOperator')).data.refund_limit_cents).toBe(2000);
    await expectApiError(refund(support, id, 2001), 1, 'refunded_total_cents');
    const { operator } = api.context.config;
    operator.supportRefundLimitCents = 300;
    expect((await support.call('getOperator')).data.refund_limit_cents).toBe(300);
    await expectApiError(refund(support, id, 301), 1, 'refunded_total_cents');
    operator.supportRefundLimitCents = 2000;
    const finance = await createTestOperator(api, 'finance');
    expect((await refund(finance, id, 399)).data).toMatchObject({ state: 'refunded', refunded_cents: 399 });
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  });

  test('an order is cancelled with its money, or its ticket is sent again', async () => {
    const { seller, buyer, id } = await createPaidOrder(api, { quantity: 3 });
    const support = await createTestOperator(api, 'support');
    await api.jobs.runDue();
    api.mails.length = 0;
    await support.call('resendTicket', { params: { id } });
    await api.jobs.runDue();
    expect(api.mails).toMatchObject([{ to: buyer.email, text: expect.stringContaining('PIN: ') }]);
    await expectApiError(
      support.call('cancelAdminOrder', { params: { id }, body: { reason: '  ' } }),
      1,
      'reason',
    );
    const { data } = await support.call('cancelAdminOrder', { params: { id }, body: { reason: REASON } });
    expect(data).toMatchObject({ state: 'cancelled_by_store', refunded_cents: 399, can_refund: false });
    await api.jobs.runDue();
    expect(api.mails.map(({ to }) => to)).toEqual(expect.arrayContaining([buyer.email, seller.email]));
    await expectApiError(support.call('resendTicket', { params: { id } }), 5);
    await expectApiError(refund(support, id, 100), 5);
    await expectAllSettled(api.db);
  });

  test('packs are refunded singly, and the money of the order adds up before and after', async () => {
    const finance = await createTestOperator(api, 'finance');
    const { id } = await createOrderOfThree();
    const read = async () => (await finance.call('getAdminOrder', { params: { id } })).data;
    expect(await read()).toMatchObject({ quantity: 3, earning_cents: 810, commission_cents: 387 });
    const refundUnits = (units: number) =>
      finance.call('refundAdminOrder', { params: { id }, body: { packs: units, reason: REASON } });
    await refundUnits(1);
    const after = { returned_quantity: 1, refunded_cents: 399, earning_cents: 540, commission_cents: 258 };
    expect(await read()).toMatchObject(after);
    // The same total again refunds nothing.
    await refundUnits(1);
    expect(await read()).toMatchObject(after);
    await expectApiError(refundUnits(4), 1, 'packs');
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  });
});

async function createOrderOfThree() {
  const { productId, seller } = await createProductOnSale(api, { quantity: 3 });
  const buyer = await createTestUser(api);
  const body = { amount: '11.97', currency: 'EUR' as const, productId, quantity: 3 };
  return { seller, buyer, ...(await payHold(buyer, await buyer.call('initiatePayment', { body }))) };
}

describe('problems', () => {
  type ProblemOrder = Pick<Awaited<ReturnType<typeof createOrderOfThree>>, 'seller' | 'buyer' | 'id'>;
  async function createProblem(paid?: ProblemOrder) {
    const order: ProblemOrder = paid ?? (await createPaidOrder(api));
    api.clock.set('2026-11-20T17:40:00Z');
    await order.buyer.call('reportOrder', { params: { id: order.id }, body: { text: 'Two rolls only.' } });
    return order;
  }
  const decide = (operator: TestUser, id: number, body: object) =>
    operator.call('decideProblem', {
      params: { id },
      body: {
        decision: 'nothing',
        reason_for_buyer: 'As described.',
        reason_for_seller: 'All right.',
        ...body,
      },
    });

  test('after 72 hours an operator decides, and both sides read their reasons', async () => {
    const { id, buyer, seller } = await createProblem();
    const support = await createTestOperator(api, 'support');
    await expectApiError(decide(support, id, {}), 5);
    expect((await support.call('getProblem', { params: { id } })).data).toMatchObject({
      state: 'with_seller',
      can_decide: false,
      text: 'Two rolls only.',
      buyer_problems: 1,
    });
    api.clock.advance(72 * HOUR + MINUTE);
    const { items } = await support.call('listProblems', { query: { state: 'waiting' } });
    expect(items).toMatchObject([{ id, waits_minutes: 72 * 60 + 1, state: 'waiting' }]);
    const { tasks } = (await support.call('getDashboard')).data;
    expect(tasks.find(({ kind }) => kind === 'problems')).toMatchObject({ count: 1 });
    await expectApiError(decide(support, id, { decision: 'part' }), 1, 'refunded_total_cents');
    const { data } = await decide(support, id, { decision: 'part', refunded_total_cents: 150 });
    expect(data).toMatchObject({ state: 'decided', refunded_cents: 150, answer: 'As described.' });
    await api.jobs.runDue();
    expect(
      api.mails.find(({ to, text }) => to === buyer.email && text.includes('As described.')),
    ).toBeDefined();
    expect(
      api.mails.find(({ to, text }) => to === seller.email && text.includes('All right.')),
    ).toBeDefined();
    expect((await buyer.call('getOrder', { params: { id } })).data).toMatchObject({
      refunded_cents: 150,
      report: { answered_by: 'operator', answer: 'As described.' },
    });
    await expectApiError(decide(support, id, { reason_for_buyer: 'Another.' }), 5);
    await expectAllSettled(api.db);
  });

  test('an operator gives back single packs, each with its part of the commission', async () => {
    const { id } = await createProblem(await createOrderOfThree());
    const support = await createTestOperator(api, 'support');
    api.clock.advance(72 * HOUR + MINUTE);
    const part = { decision: 'part' } as const;
    await expectApiError(
      decide(support, id, { ...part, packs: 1, refunded_total_cents: 150 }),
      1,
      'refunded_total_cents',
    );
    for (const total of [0, 4])
      await expectApiError(decide(support, id, { ...part, packs: total }), 1, 'packs');
    await expectApiError(
      support.call('refundAdminOrder', { params: { id }, body: { packs: 0, reason: REASON } }),
      1,
      'packs',
    );
    const { data } = await decide(support, id, { ...part, packs: 1 });
    expect(data).toMatchObject({
      state: 'decided',
      returned_quantity: 1,
      refunded_cents: 399,
      earning_cents: 540,
      commission_cents: 258,
    });
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  });

  const ask = (operator: TestUser, id: number, question = 'What was in the box?') =>
    operator.call('askSeller', { params: { id }, body: { question } });
  const write = (seller: TestUser, id: number, text = 'O peixe acabou cedo.') =>
    seller.call('sendReportMessage', { params: { id }, body: { text } });

  test('an operator asks the seller, who answers in words until it is decided', async () => {
    const { id, seller } = await createProblem();
    const support = await createTestOperator(api, 'support');
    const getCounts = async () => (await seller.call('getSellerTaskCounts')).data;
    await expectApiError(ask(support, id), 5);
    await expectApiError(write(seller, id), 5);
    api.clock.advance(74 * HOUR);
    const questionAt = api.clock.now().toISOString();
    await expectApiError(ask(support, id, '  '), 1, 'question');
    await api.db.updateTable('users').set({ language: 'pt' }).where('id', '=', seller.id).execute();
    await api.jobs.runDue();
    api.mails.length = 0;
    const results = await Promise.allSettled([ask(support, id), ask(support, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const question = { author: 'operator', text: 'What was in the box?', created_at: questionAt };
    expect((await support.call('getProblem', { params: { id } })).data).toMatchObject({
      question_at: questionAt,
      can_ask: false,
      can_decide: true,
      messages: [question],
    });
    const audit = await api.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'reason'])
      .where('action', '=', 'askSeller')
      .execute();
    expect(audit).toEqual([{ subject_id: String(id), reason: question.text }]);
    await api.jobs.runDue();
    expect(api.mails).toMatchObject([
      {
        to: seller.email,
        subject: expect.stringMatching(/^O WoPack pergunta sobre/),
        text: expect.stringMatching(
          new RegExp(
            `> ${question.text.replaceAll('?', '\\?')}[^]*/seller/orders\\?view=reports&order=${id}\n`,
          ),
        ),
      },
    ]);

    expect(await getCounts()).toMatchObject({ reports: 0, report_questions: 1, reports_overdue: 1 });
    const open = (await seller.call('listSellerReports', { query: { open: 'yes' } })).data;
    expect(open).toMatchObject([
      { id, report: { can_answer: false, can_write: true, messages: [question] } },
    ]);
    await expectApiError(write(seller, id, ' '), 1, 'text');
    await expectApiError(write(await createTestUser(api, { isSeller: true }), id), 4);
    api.clock.advance(HOUR);
    const { data } = await write(seller, id);
    expect(data).toMatchObject({ refunded_cents: 0, report: { can_write: false, question_at: null } });
    expect((await write(seller, id)).data.report!.messages).toHaveLength(2);
    await expectApiError(write(seller, id, 'E mais.'), 5);
    expect(await getCounts()).toMatchObject({ reports: 0, report_questions: 0 });

    const reply = { author: 'seller', text: 'O peixe acabou cedo.' };
    expect((await support.call('getProblem', { params: { id } })).data).toMatchObject({
      question_at: null,
      can_ask: true,
      messages: [question, reply],
    });
    const order = (await support.call('getAdminOrder', { params: { id } })).data;
    expect(order.time_line.slice(-2)).toMatchObject([
      { kind: 'question', text: question.text },
      { kind: 'seller_message', text: reply.text, by: 'seller' },
    ]);
    // The decision need not wait for a reply, and nothing is written after it.
    await ask(support, id, 'And the wasabi?');
    await decide(support, id, {});
    await expectApiError(write(seller, id, 'Sem wasabi.'), 5);
    await expectApiError(ask(support, id), 5);
    expect(await getCounts()).toMatchObject({ report_questions: 0 });
  });

  test('a seller may write once without a question, after the 72 hours', async () => {
    const { id, seller } = await createProblem();
    api.clock.advance(73 * HOUR);
    const before = (await seller.call('listSellerReports')).data;
    expect(before).toMatchObject([{ id, report: { can_answer: false, can_write: true } }]);
    await write(seller, id);
    await expectApiError(write(seller, id, 'E mais.'), 5);
    const { items } = await (await createTestOperator(api, 'support')).call('listProblems', {
      query: { state: 'waiting' },
    });
    expect(items.find((problem) => problem.id === id)).toMatchObject({
      question_at: null,
      seller_message_at: api.clock.now().toISOString(),
    });
  });

  test('an objection goes to another operator, once', async () => {
    await api.db.deleteFrom('operators').execute();
    const { id, buyer } = await createProblem();
    api.clock.advance(73 * HOUR);
    const owner = await createTestOperator(api, 'owner');
    await decide(owner, id, {});
    await api.jobs.runDue();
    const guest = api.client();
    const params = { key: findDecisionKey(buyer.email) };
    await expectApiError(guest('objectToDecision', { body: { ...params, text: ' ' } }), 1, 'text');
    await guest('objectToDecision', { body: { ...params, text: 'Look at the photo.' } });
    await expectApiError(guest('objectToDecision', { body: { ...params, text: 'Again.' } }), 5);
    const catalogue = await createTestOperator(api, 'catalogue');
    const [objection] = (await catalogue.call('listObjections', { query: { state: 'open' } })).items;
    expect(objection).toMatchObject({ outcome: 'refund_nothing', objection: { text: 'Look at the photo.' } });
    const decision = {
      params: { id: objection!.id },
      body: { outcome: 'reversed' as const, reason: 'You are right.' },
    };
    await expectApiError(owner.call('decideObjection', decision), 5);
    await catalogue.call('decideObjection', decision);
    await expectApiError(catalogue.call('decideObjection', decision), 5);
    await api.jobs.runDue();
    expect(api.mails.at(-1)).toMatchObject({
      to: buyer.email,
      text: expect.stringContaining('You are right.'),
    });
    expect((await guest('getDecision', { body: params })).data).toMatchObject({
      can_object: false,
      objection: { outcome: 'reversed', reason: 'You are right.' },
    });
  });
});

describe('search and figures', () => {
  test('a search shows only what the operator may open', async () => {
    const { id, buyer } = await createPaidOrder(api);
    const marta = await createTestUser(api, { name: 'Philippa Quill' });
    const support = await createTestOperator(api, 'support');
    const catalogue = await createTestOperator(api, 'catalogue');
    const find = async (operator: TestUser, q: string) =>
      (await operator.call('searchAdmin', { query: { q } })).items.map(({ kind, id }) => [kind, id]);
    expect(await find(support, String(id))).toEqual([['order', id]]);
    expect(await find(support, buyer.email)).toEqual([
      ['order', id],
      ['user', buyer.id],
    ]);
    expect(await find(support, 'ippa qui')).toEqual([['user', marta.id]]);
    expect(await find(catalogue, buyer.email)).toEqual([]);
    expect((await find(catalogue, 'cesto'))[0]?.[0]).toBe('product');
    expect(await find(support, '%')).toEqual([]);
  });

  test('figures of today stand beside those of a week ago', async () => {
    const owner = await createTestOperator(api, 'owner');
    const before = (await owner.call('getDashboard')).data.today;
    await createPaidOrder(api);
    await api.jobs.runScheduled('ledger.check-balances');
    const { data } = await owner.call('getDashboard');
    expect(data.today.orders).toBe(before.orders + 1);
    expect(data.today.gross_cents).toBe(before.gross_cents + 399);
    expect(data.today.commission_cents).toBe(before.commission_cents + 129);
    expect(data.today_before.orders).toBe(0);
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toMatchObject({ date: '2026-11-20', orders: data.today.orders });
    const exportRows = async (span: 'today' | 'month') =>
      (await (await owner.call('exportDashboard', { query: { span } })).text())
        .trim()
        .split('\r\n')
        .map((row) => row.replaceAll('"', '').split(','));
    const [, todayRow, weekAgoRow] = await exportRows('today');
    const { orders, gross_cents: gross } = data.today;
    expect(todayRow!.slice(0, 5)).toEqual([
      'today',
      '2026-11-20',
      '2026-11-20',
      String(orders),
      (gross / 100).toFixed(2),
    ]);
    expect(weekAgoRow!.slice(0, 4)).toEqual(['week_ago', '2026-11-13', '2026-11-13', '0']);
    const monthRows = await exportRows('month');
    expect(monthRows).toHaveLength(33);
    expect(monthRows[1]!.slice(0, 4)).toEqual([
      '30_days',
      '2026-10-22',
      '2026-11-20',
      String(data.month.orders),
    ]);
    expect(monthRows.at(-1)!.slice(1, 4)).toEqual(['2026-11-20', '2026-11-20', String(orders)]);
    const [balances] = data.reconciliation[0]!.sums;
    expect(balances).toMatchObject({ name: 'balances', other_cents: balances!.ledger_cents });
    expect(balances!.ledger_cents).toBeGreaterThan(0);
    expect(data.reconciliation).toMatchObject([
      { kind: 'ledger', checked_at: FRIDAY_NOON, differences: [], sums: [balances] },
    ]);
    expect(data.next_payout_on).toBe('2026-12-05');
  });
});

test.each(['refundAdminOrder', 'cancelAdminOrder'] as const)(
  'a report that waits is answered by %s, so that nobody has to decide it',
  async (name) => {
    const support = await createTestOperator(api, 'finance');
    const { buyer, id } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00.000Z');
    await buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.' } });
    if (name === 'refundAdminOrder') await refund(support, id, 399);
    else await support.call('cancelAdminOrder', { params: { id }, body: { reason: REASON } });
    expect((await buyer.call('getOrder', { params: { id } })).data.report).toMatchObject({
      answered_by: 'operator',
      answer: REASON,
    });
  },
);

test('a refund of a part leaves a report that waits', async () => {
  const support = await createTestOperator(api, 'finance');
  const { buyer, id } = await createPaidOrder(api);
  api.clock.set('2026-11-20T17:40:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.' } });
  await refund(support, id, 100);
  expect((await buyer.call('getOrder', { params: { id } })).data.report).toMatchObject({ answered_by: null });
});
