import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const REASON = 'Told by the market hall.';
const body = { reason: REASON };
const HOUR = 60 * MINUTE;

const report = async (client: TestUser['call'], subject: object) =>
  (
    await client('reportContent', {
      body: { subject_kind: 'product', ground: 'misleading', text: 'Not this.', ...subject } as never,
    })
  ).data.id;

/** Mails with the reason to an address. */
async function listReasons({ email }: TestUser) {
  await api.jobs.runDue();
  return api.mails.filter(({ to, text }) => to === email && text.includes(REASON));
}

async function object({ email }: TestUser): Promise<number> {
  await api.jobs.runDue();
  const mail = api.mails.findLast(({ to, text }) => to === email && text.includes('/decisions#'))!;
  const key = /\/decisions#([0-9a-f-]+)/.exec(mail.text)![1]!;
  await api.client()('objectToDecision', { body: { key, text: 'No.' } });
  const [last] = await api.db
    .selectFrom('decisions')
    .select('id')
    .where('objected_at', 'is not', null)
    .orderBy('objected_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return last!.id;
}

const reverse = (operator: TestUser, id: number) =>
  operator.call('decideObjection', {
    params: { id },
    body: { outcome: 'reversed', reason: 'You are right.' },
  });

const isOnSale = async (productId: number) =>
  (await (await createTestUser(api)).call('listOffers', { query: { limit: 50 } })).data.some(
    ({ id }) => id === productId,
  );

async function createReview() {
  const order = await createPaidOrder(api, { quantity: 3 });
  api.clock.set('2026-11-20T17:40:00Z');
  await handOutOrder(order.seller, order.id, order.pin);
  await order.buyer.call('rateOrder', { params: { id: order.id }, body: { stars: 2, text: 'Too dry.' } });
  return order;
}

describe('nobody decides on a case of their own', () => {
  test('orders and problems', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await buyer.call('reportOrder', { params: { id }, body: { text: 'Two rolls only.' } });
    api.clock.advance(73 * HOUR);
    await createTestOperator(api, 'owner');
    for (const user of [buyer, seller]) {
      const operator = await createTestOperator(api, 'owner', { user });
      const params = { id };
      await expectApiError(
        operator.call('refundAdminOrder', { params, body: { refunded_total_cents: 100, reason: REASON } }),
        5,
      );
      await expectApiError(operator.call('cancelAdminOrder', { params, body }), 5);
      const decision = { decision: 'all' as const, reason_for_buyer: REASON, reason_for_seller: REASON };
      await expectApiError(operator.call('decideProblem', { params, body: decision }), 5);
    }
  });

  test('sellers, accounts and content', async () => {
    const { buyer, seller, id, productId } = await createReview();
    const reportId = await report(api.client(), { subject_id: productId, email: 'reader@example.com' });
    const ownReportId = await report(buyer.call, { subject_id: productId });
    const owner = await createTestOperator(api, 'owner', { user: seller });
    const params = { id: seller.id };
    for (const name of [
      'suspendSeller',
      'endSeller',
      'verifySeller',
      'holdPayouts',
      'blockUser',
      'deleteAdminUser',
    ] as const)
      await expectApiError(owner.call(name, { params, body }), 5);
    await expectApiError(owner.call('hideProduct', { params: { id: productId }, body }), 5);
    await expectApiError(owner.call('hideReview', { params: { id }, body }), 5);
    const keep = { decision: 'keep' as const, reason: REASON };
    await expectApiError(owner.call('decideContentReport', { params: { id: reportId }, body: keep }), 5);
    const reporter = await createTestOperator(api, 'catalogue', { user: buyer });
    await expectApiError(reporter.call('hideReview', { params: { id }, body }), 5);
    await expectApiError(
      reporter.call('decideContentReport', {
        params: { id: ownReportId },
        body: { ...keep, decision: 'hide' },
      }),
      5,
    );
    await reporter.call('decideContentReport', { params: { id: reportId }, body: keep });
  });
});

describe('statements of reasons', () => {
  test('are sent once, however often and however fast it is decided', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const owner = await createTestOperator(api, 'owner');
    const ids = [
      await report(api.client(), { subject_id: productId, email: 'one@example.com' }),
      await report(api.client(), { subject_id: productId, email: 'two@example.com' }),
    ];
    for (const id of ids)
      await owner.call('decideContentReport', {
        params: { id },
        body: { decision: 'hide', reason: REASON },
      });
    expect(await listReasons(seller)).toHaveLength(1);
    api.mails.length = 0;
    const params = { id: seller.id };
    for (const name of ['suspendSeller', 'holdPayouts', 'reinstateSeller', 'blockUser'] as const)
      await Promise.all([owner.call(name, { params, body }), owner.call(name, { params, body })]);
    expect(await listReasons(seller)).toHaveLength(4);
  });

  test('a repeated decision of a problem tells nobody again', async () => {
    const { buyer, id } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await buyer.call('reportOrder', { params: { id }, body: { text: 'Two rolls only.' } });
    api.clock.advance(73 * HOUR);
    const support = await createTestOperator(api, 'support');
    const decision = { decision: 'nothing' as const, reason_for_buyer: REASON, reason_for_seller: 'Fine.' };
    for (let i = 0; i < 2; i++) await support.call('decideProblem', { params: { id }, body: decision });
    expect(await listReasons(buyer)).toHaveLength(1);
  });

  test('tell of changed roles, channel and types, and of a deletion, only what changed', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const user = await createTestUser(api);
    const owner = await createTestOperator(api, 'owner');
    const params = { id: user.id };
    for (let i = 0; i < 2; i++) {
      await owner.call('updateUserRoles', {
        params,
        body: { is_seller: false, is_partner: true, reason: REASON },
      });
      await owner.call('updateUserChannel', { params, body: { channel: 'none', reason: REASON } });
      await owner.call('updateProductTypes', {
        params: { id: productId },
        body: { type_ids: [1, 2], reason: REASON },
      });
    }
    expect(await listReasons(user)).toHaveLength(2);
    expect(await listReasons(seller)).toHaveLength(1);
    await owner.call('deleteAdminUser', { params, body });
    expect(await listReasons(user)).toHaveLength(3);
  });
});

test('whoever decided waits for another operator with the objection, as long as there is one', async () => {
  await api.db.deleteFrom('operators').execute();
  const { productId } = await createProductOnSale(api);
  const reporter = await createTestUser(api);
  const reportId = await report(reporter.call, { subject_id: productId });
  const first = await createTestOperator(api, 'catalogue');
  const keep = { decision: 'keep' as const, reason: REASON };
  await first.call('decideContentReport', { params: { id: reportId }, body: keep });
  const id = await object(reporter);
  const listWaits = async ({ call }: TestUser) =>
    (await call('getCase', { params: { kind: 'decision', id } })).data.waits_for;
  expect(await listWaits(first)).toEqual([]);
  const owner = await createTestOperator(api, 'owner');
  expect(await listWaits(first)).toEqual(['content_reports.decide']);
  expect(await listWaits(owner)).toEqual([]);
  await expectApiError(reverse(first, id), 5);
});

describe('a reversal', () => {
  test('of a kept thing hides it, and both sides learn of it', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const reporter = await createTestUser(api);
    const id = await report(reporter.call, { subject_id: productId });
    const owner = await createTestOperator(api, 'owner');
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('decideContentReport', {
      params: { id },
      body: { decision: 'keep', reason: REASON },
    });
    await reverse(owner, await object(reporter));
    expect(await isOnSale(productId)).toBe(false);
    expect((await owner.call('getContentReport', { params: { id } })).data.state).toBe('hidden');
    await api.jobs.runDue();
    expect(api.mails.findLast(({ to }) => to === seller.email)!.text).toContain('You are right.');
  });

  test('of what a newer decision imposed again is refused; of what was lifted changes nothing', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const [owner, catalogue] = [
      await createTestOperator(api, 'owner'),
      await createTestOperator(api, 'catalogue'),
    ];
    const params = { id: productId };
    await catalogue.call('hideProduct', { params, body });
    const objectionId = await object(seller);
    await catalogue.call('unhideProduct', { params, body });
    await catalogue.call('hideProduct', { params, body });
    await expectApiError(reverse(owner, objectionId), 5);
    expect(await isOnSale(productId)).toBe(false);
    await catalogue.call('unhideProduct', { params, body });
    await reverse(owner, objectionId);
    expect(await isOnSale(productId)).toBe(true);
  });

  test('six months after a decision nobody objects any more', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const owner = await createTestOperator(api, 'owner');
    await owner.call('hideProduct', { params: { id: productId }, body: { reason: REASON } });
    await api.jobs.runDue();
    api.clock.set('2027-05-23T12:00:00Z');
    await expectApiError(object(seller), 5);
  });

  test('nobody objects to what is in their favour', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('hideProduct', { params: { id: productId }, body });
    await catalogue.call('unhideProduct', { params: { id: productId }, body });
    await expectApiError(object(seller), 5);
  });
});

describe('what is hidden or blocked', () => {
  test('reviews and draws of hidden things are not readable', async () => {
    const { seller, buyer, productId, salePlaceId } = await createReview();
    const catalogue = await createTestOperator(api, 'catalogue');
    const countReviews = async () =>
      (await buyer.call('listSellerReviews', { params: { id: seller.id } })).data.length;
    const { slot_id: slotId } = (await api.client()('getOffer', { params: { id: productId } })).data;
    const { id: drawId } = await api.db
      .insertInto('draws')
      .values({
        slot_id: slotId!,
        product_id: productId,
        state: 'open',
        opened_at: api.clock.now(),
        closes_at: new Date(api.clock.now().getTime() + HOUR),
        seed_hash: Buffer.alloc(32),
        sealed_seed: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const openDraw = () => api.client()('getDraw', { params: { id: drawId } });
    expect(await countReviews()).toBe(1);
    await openDraw();
    await catalogue.call('hideProduct', { params: { id: productId }, body });
    expect(await countReviews()).toBe(0);
    await expectApiError(openDraw(), 4);
    await catalogue.call('unhideProduct', { params: { id: productId }, body });
    await catalogue.call('hideSalePlace', { params: { id: salePlaceId }, body });
    expect(await countReviews()).toBe(0);
    await expectApiError(openDraw(), 4);
    await api.db.deleteFrom('draws').execute();
  });

  test('a blocked seller sells nothing until the account is open, a suspension of its own aside', async () => {
    const { seller, productId } = await createProductOnSale(api, { quantity: 5 });
    const buyer = await createTestUser(api);
    const owner = await createTestOperator(api, 'owner');
    const params = { id: seller.id };
    await owner.call('blockUser', { params, body });
    expect(await isOnSale(productId)).toBe(false);
    await expectApiError(startPayment(buyer, productId), 4);
    await expectApiError(owner.call('reinstateSeller', { params, body }), 5);
    await owner.call('unblockUser', { params, body });
    expect(await isOnSale(productId)).toBe(true);
    await owner.call('blockUser', { params, body });
    api.clock.advance(MINUTE);
    await owner.call('suspendSeller', { params, body });
    await owner.call('unblockUser', { params, body });
    expect(await isOnSale(productId)).toBe(false);
  });

  test('a blocked buyer in line is passed over', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 1 });
    const [buyer, blocked, next] = [
      await createTestUser(api, { isEmailVerified: true }),
      await createTestUser(api, { isEmailVerified: true }),
      await createTestUser(api, { isEmailVerified: true }),
    ];
    const order = await buyProduct(buyer, productId);
    await api.jobs.runDue();
    const { slot_id: slotId } = (await next.call('getOffer', { params: { id: productId } })).data;
    for (const user of [blocked, next])
      await user.call('joinWaitlist', { params: { id: slotId! }, body: null });
    const owner = await createTestOperator(api, 'owner');
    await owner.call('blockUser', { params: { id: blocked.id }, body });
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await api.jobs.runDue();
    expect((await next.call('listMyEntries')).data).toMatchObject([{ state: 'offered' }]);
  });
});

describe('the audit log', () => {
  test('has lists that show people, by their numbers and without what was typed', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const owner = await createTestOperator(api, 'owner');
    await owner.call('listAdminUsers', { query: { q: buyer.email } });
    await owner.call('listAdminOrders', { query: { q: buyer.email } });
    await owner.call('exportAdminUsers', { query: { q: buyer.email } });
    await owner.call('listAdminProducts');
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('operator_id', '=', owner.id)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'listAdminUsers', after: { q: '(text)', ids: [buyer.id] } },
      { action: 'listAdminOrders', after: { q: '(text)', ids: [id] } },
      { action: 'exportAdminUsers', after: { q: '(text)' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(buyer.email);
  });

  test('differences of the books are for those who may open the ledger', async () => {
    await api.jobs.runScheduled('ledger.check-balances');
    const [support, finance] = [
      await createTestOperator(api, 'support'),
      await createTestOperator(api, 'finance'),
    ];
    expect((await support.call('getDashboard')).data.reconciliation).toEqual([]);
    expect((await finance.call('getDashboard')).data.reconciliation).toHaveLength(1);
  });
});

describe('a reversed decision about an order', () => {
  /** A problem that an operator closed without a refund, and the buyer's objection to it. */
  async function createRefusedProblem() {
    const { buyer, seller, id } = await createPaidOrder(api);
    api.clock.set('2026-11-20T17:40:00Z');
    await buyer.call('reportOrder', { params: { id }, body: { text: 'Two rolls only.' } });
    api.clock.advance(73 * HOUR);
    const decision = { decision: 'nothing' as const, reason_for_buyer: REASON, reason_for_seller: 'Fine.' };
    await (await createTestOperator(api, 'support')).call('decideProblem', {
      params: { id },
      body: decision,
    });
    return { buyer, seller, orderId: id, objectionId: await object(buyer) };
  }
  const refund = (operator: TestUser, id: number, change: object = {}) =>
    operator.call('decideObjection', {
      params: { id },
      body: { outcome: 'reversed', reason: REASON, refunded_total_cents: 150, ...change },
    });

  test('refunds in the same step, and tells both sides', async () => {
    const { buyer, seller, orderId, objectionId } = await createRefusedProblem();
    const owner = await createTestOperator(api, 'owner');
    await expectApiError(refund(owner, objectionId, { outcome: 'upheld' }), 1, 'refunded_total_cents');
    // More than the seller earned, and less than the price.
    await expectApiError(
      refund(owner, objectionId, { refunded_total_cents: 390 }),
      1,
      'refunded_total_cents',
    );
    await refund(owner, objectionId);
    const { data } = await owner.call('getAdminOrder', { params: { id: orderId } });
    expect(data.refunded_cents).toBe(150);
    api.mails.length = 0;
    await api.jobs.runDue();
    const listMails = ({ email }: TestUser) =>
      api.mails.filter(({ to, text }) => to === email && /1[.,]50/.test(text));
    expect(listMails(buyer)).toHaveLength(1);
    expect(listMails(seller)).toHaveLength(1);
  });

  test('moves money only with the right, and after a recent code', async () => {
    const { orderId, objectionId } = await createRefusedProblem();
    await expectApiError(refund(await createTestOperator(api, 'catalogue'), objectionId), 3);
    const owner = await createTestOperator(api, 'owner', { confirmedAt: new Date(FRIDAY_NOON) });
    await expectApiError(refund(owner, objectionId), 3, 'step_up');
    const entry = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('operator_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: 'decideObjection', after: { refused: 'step_up' } });
    const order = api.db.selectFrom('orders').select('refunded_cents').where('id', '=', orderId);
    expect(await order.executeTakeFirst()).toEqual({ refunded_cents: 0 });
    // Without a refund, the step needs no code.
    await reverse(owner, objectionId);
  });
});
