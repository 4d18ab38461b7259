import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  type ProductOnSale,
  payHold,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectAllSettled, expectConsistentData, findBalance } from '../../../test/support/consistency.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { runInTransaction } from '../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import { createGrant, endGrant } from '../credit/index.ts';
import { issueStatements, postTransaction } from '../ledger/index.ts';
import { createOrderHooks, refundOrder } from '../orders/index.ts';
import { syncReturns } from '../payments/index.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;

let sold: ProductOnSale;
let buyer: TestUser;

beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  sold = await createProductForTen({ quantity: 7 });
  buyer = await createTestUser(api, { name: 'Marta Silva', isEmailVerified: true });
});

/** It costs 10.00 EUR, which divides well. */
async function createProductForTen({ quantity = 3 } = {}): Promise<ProductOnSale> {
  const product = await createProductOnSale(api, { quantity });
  await api.db
    .insertInto('price_tiers')
    .values({ price_cents: 1000, old_price_cents: 3000 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await api.db
    .updateTable('products')
    .set({ price_cents: 1000, old_price_cents: 3000 })
    .where('id', '=', product.productId)
    .execute();
  return product;
}

let codes = 0;

/** A code that the operator pays, or the business of `sold`. */
async function createCode({
  isOfBusiness = false,
  ...code
}: {
  isOfBusiness?: boolean;
  percent?: number;
  amount_cents?: number;
  cap_cents?: number;
  max_uses?: number;
  max_uses_per_user?: number;
  minimum_cents?: number;
  budget_cents?: number;
  is_first_order_only?: boolean;
  ends_at?: Date;
} = {}): Promise<{ id: number; code: string }> {
  const { percent = null, amount_cents = percent === null ? 200 : null } = code;
  codes += 1;
  return api.db
    .insertInto('discount_codes')
    .values({
      ...code,
      code: `PACK${codes}`,
      name: 'test',
      effect: percent === null ? 'amount' : 'percent',
      percent,
      amount_cents,
      seller_id: isOfBusiness ? sold.seller.id : null,
      starts_at: new Date(api.clock.now().getTime() - DAY),
      created_at: api.clock.now(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
}

const give = (
  amountCents: number,
  { to = buyer, endsAt = null as Date | null, sellerId = null as number | null } = {},
) =>
  api.db.transaction().execute((trx) =>
    createGrant(trx, {
      userId: to.id,
      source: sellerId === null ? 'support' : 'business',
      amountCents,
      sellerId,
      endsAt,
      now: api.clock.now(),
    }),
  );

interface Wish {
  quantity?: number;
  code?: string;
  use_credit?: boolean;
  card_amount?: number;
}

const start = ({ quantity = 1, ...wish }: Wish = {}, by = buyer) =>
  by.call('initiatePayment', {
    body: { amount: 10 * quantity, quantity, currency: 'EUR', productId: sold.productId, ...wish },
  });
const complete = async ({ token }: { token: string }, by = buyer) =>
  (await by.call('completePayment', { body: { token } })).data.order;
const buy = async (wish: Wish = {}, by = buyer) => {
  const hold = await start(wish, by);
  return hold.card_cents === 0 ? complete(hold, by) : payHold(by, hold);
};
const quote = async (wish: Omit<Wish, 'card_amount'> = {}, by = buyer) =>
  (await by.call('quotePayment', { body: { productId: sold.productId, ...wish } })).data;
const getCredit = async (by = buyer) =>
  0 - ((await findBalance(api.db, { kind: 'credit', userId: by.id })) ?? 0);
const getAvailable = async (by = buyer) => (await quote({}, by)).credit.available_cents;
const getEarned = async () =>
  0 - ((await findBalance(api.db, { kind: 'seller', userId: sold.seller.id })) ?? 0);
const getPromotions = async () => (await findBalance(api.db, { kind: 'promotions' })) ?? 0;
const getCode = (id: number) =>
  api.db
    .selectFrom('discount_codes')
    .select(['used_count', 'used_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const getLeft = () => getAvailableQuantity(buyer, sold.productId);
const settle = async () => {
  await api.jobs.runDue();
  await expectAllSettled(api.db);
};
/** What went back to the card. */
async function getRefunded(orderId: number): Promise<number> {
  const transfers = await api.db
    .selectFrom('refund_transfers')
    .innerJoin('orders', 'orders.payment_id', 'refund_transfers.payment_id')
    .select('booked_cents')
    .where('orders.id', '=', orderId)
    .execute();
  return transfers.reduce((sum, { booked_cents }) => sum + booked_cents, 0);
}
const refund = (orderId: number, refundedTotalCents: number | 'all') =>
  runInTransaction(api.context, refundOrder, {
    orderId,
    refundedTotalCents,
    decidedBy: 'operator',
    reason: 'Cold',
  });

describe('credit', () => {
  test('pays before the card, and goes back in the proportion paid', async () => {
    await give(400);
    expect(await quote({ use_credit: true })).toMatchObject({
      price_cents: 1000,
      card_cents: 600,
      credit_cents: 400,
      credit: { available_cents: 400, grants: [{ left_cents: 400, source: 'support' }] },
    });
    const hold = await start({ use_credit: true, card_amount: 6 });
    expect(hold).toMatchObject({ card_cents: 600, credit_cents: 400, discount_cents: 0 });
    await expectConsistentData(api.db);
    const order = await payHold(buyer, hold);
    expect(order.price_cents).toBe(1000);
    expect(await getCredit()).toBe(0);
    expect(await getEarned()).toBe(871);
    await settle();
    await refund(order.id, 500);
    await settle();
    expect(await getRefunded(order.id)).toBe(300);
    expect(await getCredit()).toBe(200);
    await refund(order.id, 'all');
    await settle();
    expect(await getRefunded(order.id)).toBe(600);
    expect(await getCredit()).toBe(400);
    expect(await getEarned()).toBe(0);
  });

  test('pays all without a card, and complete settles at once', async () => {
    await give(1500);
    const hold = await start({ use_credit: true, card_amount: 0 });
    expect(hold).toMatchObject({ card_cents: 0, credit_cents: 1000, client_secret: '' });
    await expectApiError(buyer.call('requestMbWay', { body: { token: hold.token, phone: '912345678' } }), 5);
    const order = await complete(hold);
    expect(order).toMatchObject({ state: 'paid', price_cents: 1000 });
    expect(await complete(hold)).toMatchObject({ id: order.id });
    await settle();
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await settle();
    expect(await getCredit()).toBe(1500);
    expect(await getLeft()).toBe(7);
  });

  test('leaves nothing or at least 0.50 for the card', async () => {
    await give(980);
    expect(await start({ use_credit: true })).toMatchObject({ card_cents: 50, credit_cents: 950 });
    expect(await getAvailable()).toBe(980);
    await settleHold();
  });

  const settleHold = async () => {
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    await expectAllSettled(api.db);
  };

  test('that ends first is used first, and goes back to what was used last', async () => {
    const soon = new Date(FRIDAY_NOON).getTime() + 2 * DAY;
    await give(300);
    await give(300, { endsAt: new Date(soon) });
    const order = await buy({ use_credit: true, quantity: 1 });
    expect(await getCredit()).toBe(0);
    const grants = () =>
      api.db
        .selectFrom('credit_grants')
        .select(['left_cents', 'ends_at'])
        .where('user_id', '=', buyer.id)
        .orderBy('id')
        .execute();
    await refund(order.id, 500);
    expect((await grants()).map(({ left_cents }) => left_cents)).toEqual([300, 0]);
    // Its end passes: what comes back of it can be used for thirty days.
    api.clock.advance(3 * DAY);
    const now = api.clock.now().getTime();
    await refund(order.id, 'all');
    expect(await grants()).toEqual([
      { left_cents: 300, ends_at: null },
      { left_cents: 300, ends_at: new Date(now + 30 * DAY) },
    ]);
    await settle();
  });

  test('a hold keeps what it reserved, also when the credit ends meanwhile', async () => {
    const { id: grantId } = (await give(400))!;
    await give(100);
    const hold = await start({ use_credit: true });
    expect(hold).toMatchObject({ credit_cents: 500 });
    expect(
      await api.db.transaction().execute((trx) => endGrant(trx, { grantId, now: api.clock.now() })),
    ).toBe(0);
    expect(await start({ use_credit: true })).toMatchObject({ token: hold.token, credit_cents: 500 });
    // Another quantity is another reservation of the same hold.
    expect(await start({ use_credit: true, quantity: 2 })).toMatchObject({
      token: hold.token,
      credit_cents: 500,
      card_cents: 1500,
    });
    await expectConsistentData(api.db);
    const order = await payHold(buyer, await start({ use_credit: true, quantity: 2 }));
    expect(order.quantity).toBe(2);
    await settle();
    expect(await getCredit()).toBe(0);
  });

  test('on hold is not there for another hold, and comes back when that ends unpaid', async () => {
    await give(400);
    const other = await createProductForTen();
    await start({ use_credit: true });
    const second = await buyer.call('initiatePayment', {
      body: { amount: 10, currency: 'EUR', productId: other.productId, use_credit: true },
    });
    expect(second).toMatchObject({ card_cents: 1000, credit_cents: 0 });
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    expect(await getAvailable()).toBe(400);
    await expectAllSettled(api.db);
  });

  test('two orders race for the last credit: it is spent once', async () => {
    await give(400);
    const other = await createProductForTen();
    const race = [sold, other].map(({ productId }) =>
      buyer.call('initiatePayment', { body: { amount: 10, currency: 'EUR', productId, use_credit: true } }),
    );
    const holds = await Promise.all(race);
    expect(holds.map(({ credit_cents }) => credit_cents).toSorted((a, b) => a - b)).toEqual([0, 400]);
    await expectConsistentData(api.db);
    for (const hold of holds) await payHold(buyer, hold);
    await settle();
    expect(await getCredit()).toBe(0);
  });

  test('another sum than was shown is refused, and nothing is set aside or changed', async () => {
    await give(400);
    await expectApiError(start({ use_credit: true, card_amount: 5 }), 5, 'card_amount');
    expect((await buyer.call('listMyHolds')).data).toEqual([]);
    const hold = await start({ use_credit: true, card_amount: 6 });
    await give(100);
    await expectApiError(start({ use_credit: true, card_amount: 6 }), 5, 'card_amount');
    expect((await buyer.call('listMyHolds')).data).toMatchObject([
      { token: hold.token, amount_cents: 1000, card_cents: 600, credit_cents: 400, code: null },
    ]);
    expect(await start({ use_credit: true, card_amount: 5 })).toMatchObject({
      token: hold.token,
      card_cents: 500,
    });
    expect(await start({ card_amount: 10 })).toMatchObject({
      token: hold.token,
      card_cents: 1000,
      credit_cents: 0,
    });
    // A call without the new fields is a payment of the whole price by card.
    await start({ use_credit: true });
    expect(await start()).toMatchObject({ token: hold.token, card_cents: 1000 });
    await payHold(buyer, await start());
    expect(await getCredit()).toBe(500);
    await settle();
  });

  test('a business that pays credit has it taken from its earnings, and back when it ends', async () => {
    const earned = await getEarned();
    const { id: grantId } = (await give(250, { sellerId: sold.seller.id }))!;
    expect(await getEarned()).toBe(earned - 250);
    await expectConsistentData(api.db);
    await buy({ use_credit: true });
    expect(await getEarned()).toBe(earned - 250 + 871);
    await give(100, { sellerId: sold.seller.id });
    expect(
      await api.db.transaction().execute((trx) => endGrant(trx, { grantId, now: api.clock.now() })),
    ).toBe(0);
    await settle();
  });

  test('a payment that comes when its hold has ended takes credit again, or is refunded', async () => {
    for (const isThere of [true, false]) {
      const late = await createTestUser(api, { isEmailVerified: true });
      const grant = (await give(400, { to: late }))!;
      const hold = await start({ use_credit: true }, late);
      api.clock.advance(11 * MINUTE);
      const { cancel } = api.provider;
      api.provider.cancel = () => Promise.reject(new Error('away'));
      await api.jobs.runDue();
      api.provider.cancel = cancel;
      if (!isThere)
        await api.db
          .transaction()
          .execute((trx) => endGrant(trx, { grantId: grant.id, now: api.clock.now() }));
      await late.call('confirmSandboxPayment', {
        body: { client_secret: hold.client_secret, card: GOOD_CARD },
      });
      const completed = late.call('completePayment', { body: { token: hold.token } });
      if (isThere) expect((await completed).data.order).toMatchObject({ price_cents: 1000 });
      else await expectApiError(completed, 5);
      await settle();
      expect(await getCredit(late)).toBe(0);
    }
  });

  test('what nothing was charged for ends without a refund when the pack is cancelled meanwhile', async () => {
    await give(1000);
    const hold = await start({ use_credit: true });
    const slotId = (await buyer.call('listMyHolds')).data[0]!.slot_id;
    await api.db.updateTable('pickup_slots').set({ cancelled: true }).where('id', '=', slotId).execute();
    await expect(buyer.call('completePayment', { body: { token: hold.token } })).rejects.toMatchObject({
      code: 6,
      message: 'The shop cancelled this pickup. Nothing was charged.',
    });
    expect(await getCredit()).toBe(1000);
    await settle();
  });

  test('with a card, all goes back when the pack is cancelled while it is paid', async () => {
    await give(400);
    const code = await createCode();
    const hold = await start({ use_credit: true, code: code.code });
    expect(hold).toMatchObject({ card_cents: 400, credit_cents: 400, discount_cents: 200 });
    const slotId = (await buyer.call('listMyHolds')).data[0]!.slot_id;
    await api.db.updateTable('pickup_slots').set({ cancelled: true }).where('id', '=', slotId).execute();
    await buyer.call('confirmSandboxPayment', {
      body: { client_secret: hold.client_secret, card: GOOD_CARD },
    });
    await expect(buyer.call('completePayment', { body: { token: hold.token } })).rejects.toMatchObject({
      code: 5,
      message: 'The shop cancelled this pickup while you were paying. Your money is on its way back.',
    });
    await api.jobs.runDue();
    expect(api.mails.find(({ to }) => to === buyer.email)?.text).toContain(
      'cancelled the pickup of Cesto de fim de tarde while you were paying. We returned €4.00 to you',
    );
    expect(await getCredit()).toBe(400);
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    await settle();
  });
});

describe('discount codes', () => {
  test('of the operator take off what it pays; commission and earning are those of the whole price', async () => {
    const [earned, promotions] = [await getEarned(), await getPromotions()];
    const code = await createCode({ percent: 25 });
    expect(await quote({ code: ` ${code.code.toLowerCase()} ` })).toMatchObject({
      price_cents: 1000,
      card_cents: 750,
      discount_cents: 250,
      code: { code: code.code, effect: 'percent', percent: 25, payer_name: null },
    });
    const order = await buy({ code: code.code });
    expect(await getEarned()).toBe(earned + 871);
    expect((await getPromotions()) - promotions).toBe(250);
    await settle();
    await refund(order.id, 500);
    expect(await getPromotions()).toBe(promotions + 125);
    await settle();
    expect(await getRefunded(order.id)).toBe(375);
    expect(await getCode(code.id)).toEqual({ used_count: 1, used_cents: 250 });
  });

  test('of a business are taken from its earning, up to all of it', async () => {
    const earned = await getEarned();
    const code = await createCode({ isOfBusiness: true, percent: 90, max_uses_per_user: 3 });
    const order = await buy({ code: code.code });
    expect(await getEarned()).toBe(earned);
    await settle();
    // Nothing of the earning is left to refund a part.
    await expect(refund(order.id, 500)).rejects.toMatchObject({ kind: 'validation' });
    await refund(order.id, 'all');
    await settle();
    expect(await getRefunded(order.id)).toBe(129);
    expect(await getEarned()).toBe(earned);
  });

  test('a business that pays half of a price bears no more of a refund than it earned', async () => {
    const earned = await getEarned();
    const code = await createCode({ isOfBusiness: true, amount_cents: 500 });
    const order = await buy({ code: code.code });
    expect(await getEarned()).toBe(earned + 371);
    await refund(order.id, 742);
    await settle();
    expect(await getRefunded(order.id)).toBe(371);
    expect(await getEarned()).toBe(earned);
    await expect(refund(order.id, 744)).rejects.toMatchObject({ kind: 'validation' });
  });

  test.each([
    [
      { isOfBusiness: true, percent: 15 },
      { tooSmall: [1], least: 2, max: 849 },
    ],
    [
      { isOfBusiness: true, percent: 100 },
      { tooSmall: [1, 2, 7, 8], least: null, max: 0 },
    ],
    [{ percent: 15 }, { tooSmall: [1], least: 2, max: 871 }],
    [{ percent: 100 }, { tooSmall: [1, 500], least: null, max: 0 }],
  ])(
    'of %o, an amount that would bring the buyer nothing is refused: %o',
    async (code, { tooSmall, least, max }) => {
      const { id } = await buy({ code: (await createCode(code)).code });
      api.clock.set('2026-11-20T17:40:00.000Z');
      await buyer.call('reportOrder', { params: { id }, body: { text: 'Little in it.' } });
      const operator = await createTestOperator(api, 'owner');
      const getMax = async () =>
        (await operator.call('getAdminOrder', { params: { id } })).data.max_part_refund_cents;
      expect(await getMax()).toBe(max);
      const answer = (cents: number) =>
        sold.seller.call('answerReport', {
          params: { id },
          body: { answer: 'Sorry.', refunded_cents: cents },
        });
      const refund = (cents: number) =>
        operator.call('refundAdminOrder', {
          params: { id },
          body: { refunded_total_cents: cents, reason: 'Little in it.' },
        });
      for (const cents of tooSmall) {
        await expectApiError(answer(cents), 1, 'refunded_cents');
        await expectApiError(refund(cents), 1, 'refunded_total_cents');
        const refusal = await refund(cents).catch((error: unknown) => error);
        const text = expect.stringContaining(least === null ? '10.00' : '0.02');
        expect(refusal).toMatchObject({ errors: { refunded_total_cents: [text] } });
      }
      await answer(least ?? 1000);
      await settle();
      if (max === 0) return;
      await refund(max);
      expect(await getMax()).toBe(0);
      await settle();
    },
  );

  test('a list of codes has what they cost without what refunds brought back', async () => {
    const code = await createCode({ isOfBusiness: true, amount_cents: 300, max_uses_per_user: 5 });
    const [whole, part] = [await buy({ code: code.code }), await buy({ code: code.code })];
    await buy({ code: code.code });
    await refund(whole.id, 'all');
    await refund(part.id, 500);
    await settle();
    const { data } = await sold.seller.call('listDiscountCodes');
    expect(data.find(({ id }) => id === code.id)).toMatchObject({
      used_count: 3,
      used_cents: 900,
      returned_count: 1,
      returned_cents: 450,
    });
  });

  test('credit and code and card together: units are cancelled one by one, then all', async () => {
    await give(777);
    const code = await createCode({ amount_cents: 333 });
    const order = await buy({ quantity: 3, use_credit: true, code: code.code });
    await settle();
    const cancelOne = (of: number) =>
      buyer.call('cancelOrder', { params: { id: order.id }, body: { quantity: 1, of } });
    await cancelOne(3);
    await settle();
    expect(await getCredit()).toBeGreaterThan(250);
    await cancelOne(2);
    await settle();
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await settle();
    expect(await getCredit()).toBe(777);
    expect(await getRefunded(order.id)).toBe(3000 - 777 - 333);
    // Cancelled as a whole: the code is free again.
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    expect(await getLeft()).toBe(7);
  });

  test('a whole discount leaves nothing to pay; one that leaves less than 0.50 takes less off', async () => {
    const all = await createCode({ percent: 100 });
    const hold = await start({ code: all.code });
    expect(hold).toMatchObject({ card_cents: 0, discount_cents: 1000 });
    const order = await complete(hold);
    await refund(order.id, 1000);
    await settle();
    const nearly = await createCode({ amount_cents: 980 });
    expect(await quote({ code: nearly.code })).toMatchObject({ card_cents: 50, discount_cents: 950 });
    await give(20);
    expect(await quote({ code: nearly.code, use_credit: true })).toMatchObject({
      card_cents: 0,
      credit_cents: 20,
      discount_cents: 980,
    });
  });

  test('wrong codes are refused by the rule that they break, at the field', async () => {
    const refusalOf = (code: string, quantity = 1) =>
      quote({ code, quantity }).then(
        () => null,
        (error: { errors?: Record<string, string[]> }) => error.errors?.code?.[0] ?? error,
      );
    const other = await createProductOnSale(api);
    const ofOther = await createCode({ isOfBusiness: true });
    await api.db
      .updateTable('discount_codes')
      .set({ seller_id: other.seller.id })
      .where('id', '=', ofOther.id)
      .execute();
    const minimum = await createCode({ minimum_cents: 2000 });
    const budget = await createCode({ budget_cents: 150, amount_cents: 100 });
    const first = await createCode({ is_first_order_only: true });
    const ended = await createCode({ ends_at: new Date(api.clock.now().getTime() - MINUTE) });
    expect(await refusalOf('NOSUCHCODE')).toContain('do not know');
    expect(await refusalOf(ofOther.code)).toContain('place');
    expect(await refusalOf(minimum.code)).toContain('20');
    expect(await refusalOf(minimum.code, 2)).toBeNull();
    expect(await refusalOf(ended.code)).toContain('ended');
    expect(await refusalOf(first.code)).toBeNull();
    await buy({ code: budget.code });
    expect(await refusalOf(budget.code)).toContain('already');
    const another = await createTestUser(api, { isEmailVerified: true });
    await expectApiError(start({ code: budget.code }, another), 1, 'code');
    expect(await refusalOf(first.code)).toContain('first');
    await expectApiError(start({ code: 'NOSUCHCODE', card_amount: 10 }), 1, 'code');
    expect((await another.call('listMyHolds')).data).toEqual([]);
    await settle();
  });

  test('a code for first orders is held once', async () => {
    const code = await createCode({ is_first_order_only: true, max_uses_per_user: 3 });
    await start({ code: code.code });
    const other = await createProductForTen();
    const second = buyer.call('initiatePayment', {
      body: { amount: 10, currency: 'EUR', productId: other.productId, code: code.code },
    });
    await expectApiError(second, 1, 'code');
    // The hold that has it keeps it.
    expect(await start({ code: code.code })).toMatchObject({ discount_cents: 200 });
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    await settle();
  });

  /** Buys at another sale place, so that it is another hold. */
  const buyOther = async (wish: Wish = {}) => {
    const { productId } = await createProductForTen();
    const body = { amount: 10, currency: 'EUR' as const, productId, ...wish };
    const hold = await buyer.call('initiatePayment', { body });
    return payHold(buyer, hold);
  };
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => '',
      ({ message }: Error) => message,
    );

  test('a code for first orders is none any more once another order is paid: the money goes back', async () => {
    const code = await createCode({ is_first_order_only: true });
    const hold = await start({ code: code.code });
    await buyOther();
    await buyer.call('confirmSandboxPayment', {
      body: { client_secret: hold.client_secret, card: GOOD_CARD },
    });
    expect(await refusalOf(complete(hold))).toContain('what you have bought since');
    await settle();
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    expect(await getLeft()).toBe(7);
    expect(
      api.mails.findLast(({ to, text }) => to === buyer.email && text.includes('first order')),
    ).toBeDefined();
    expect((await buyer.call('listOrders')).data).toHaveLength(1);
  });

  test('a code for first orders that pays all ends its hold instead, and nothing is charged', async () => {
    const code = await createCode({ is_first_order_only: true, percent: 100 });
    const hold = await start({ code: code.code });
    await buyOther();
    await expectApiError(complete(hold), 6);
    expect(await refusalOf(complete(hold))).toContain('Nothing was charged');
    await settle();
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    expect(await getLeft()).toBe(7);
  });

  test('a late payment has no code that its buyer has used elsewhere meanwhile', async () => {
    const code = await createCode();
    const hold = await start({ code: code.code });
    const { cancel } = api.provider;
    api.provider.cancel = () => Promise.reject(new Error('away'));
    await buyer.call('failPayment', { body: { token: hold.token, code: 'released' } });
    api.provider.cancel = cancel;
    await buyOther({ code: code.code });
    await buyer.call('confirmSandboxPayment', {
      body: { client_secret: hold.client_secret, card: GOOD_CARD },
    });
    await expectApiError(complete(hold), 5);
    await settle();
    expect(await getCode(code.id)).toEqual({ used_count: 1, used_cents: 200 });
    expect(await getLeft()).toBe(7);
  });

  test('an order of which nothing is charged cannot be completed after its hold, whenever the job runs', async () => {
    await give(1000);
    const hold = await start({ use_credit: true });
    api.clock.advance(11 * MINUTE);
    await expectApiError(complete(hold), 6);
    await settle();
    await expectApiError(complete(hold), 6);
    expect(await getAvailable()).toBe(1000);
    expect(await getLeft()).toBe(7);
  });

  test('a budget that does not suffice for so many packs is not said to be gone', async () => {
    const code = await createCode({ percent: 50, budget_cents: 600 });
    const refusal = (quantity: number) =>
      quote({ quantity, code: code.code }).then(
        () => null,
        ({ errors }: { errors: { code: string[] } }) => errors.code[0],
      );
    expect(await refusal(2)).toContain('Choose fewer');
    expect(await refusal(1)).toBeNull();
    await buy({ code: code.code });
    const other = await createTestUser(api, { isEmailVerified: true });
    const ofOther = quote({ code: code.code }, other).catch(({ errors }) => errors.code[0]);
    expect(await ofOther).toContain('less than');
    await api.db.updateTable('discount_codes').set({ budget_cents: 500 }).where('id', '=', code.id).execute();
    expect(await quote({ code: code.code }, other).catch(({ errors }) => errors.code[0])).toContain(
      'used up',
    );
  });

  test('a code that is right but not for this order is tried as often as somebody likes', async () => {
    const { code } = await createCode({ minimum_cents: 2000 });
    for (let i = 0; i < 11; i++) await expectApiError(quote({ code }), 1, 'code');
    expect(await quote({ code, quantity: 2 })).toMatchObject({ discount_cents: 200 });
  });

  test('two orders race for the last use of a code: one has it, the other is told', async () => {
    const code = await createCode({ max_uses: 1 });
    const others = await Promise.all([1, 2, 3].map(() => createTestUser(api, { isEmailVerified: true })));
    const race = await Promise.allSettled(others.map((other) => start({ code: code.code }, other)));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of race)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 1 });
    expect(await getCode(code.id)).toEqual({ used_count: 1, used_cents: 200 });
    await expectConsistentData(api.db);
    // A hold that ends unpaid makes it free again.
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    await buy({ code: code.code });
    await settle();
  });

  test('codes are exchanged in a hold that stays, and two holds may exchange theirs at once', async () => {
    const [one, two] = [await createCode({ max_uses_per_user: 2 }), await createCode({ percent: 50 })];
    const other = await createTestUser(api, { isEmailVerified: true });
    const hold = await start({ code: one.code });
    await start({ code: two.code }, other);
    const [changed] = await Promise.all([start({ code: two.code }), start({ code: one.code }, other)]);
    expect(changed).toMatchObject({ token: hold.token, card_cents: 500 });
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ code: two.code, discount_cents: 500 }]);
    expect(await getCode(one.id)).toEqual({ used_count: 1, used_cents: 200 });
    await expectConsistentData(api.db);
    // It keeps its code when that is stopped.
    await api.db
      .updateTable('discount_codes')
      .set({ stopped_at: api.clock.now() })
      .where('id', '=', two.id)
      .execute();
    await give(100);
    expect(await start({ code: two.code, use_credit: true })).toMatchObject({
      token: hold.token,
      card_cents: 400,
    });
    await expectApiError(start({ code: two.code }, other), 1, 'code');
    await payHold(buyer, await start({ code: two.code, use_credit: true }));
    api.clock.advance(11 * MINUTE);
    await settle();
  });
});

test('figures of a business: what it pays of a price lowers them everywhere alike, what others pay does not', async () => {
  const { seller } = sold;
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, vat_percent: 13 } });
  const plain = await buy();
  const byBusiness = await buy({ code: (await createCode({ isOfBusiness: true })).code });
  const byOperator = await buy({ code: (await createCode({ percent: 25 })).code });
  await give(400);
  const byCredit = await buy({ use_credit: true });
  await give(400);
  const several = await buy({
    quantity: 3,
    use_credit: true,
    code: (await createCode({ isOfBusiness: true })).code,
  });
  await settle();
  // A fifth of the price is the discount: of 3.00 the business gives back 2.40.
  await refund(byBusiness.id, 300);
  await refund(byOperator.id, 'all');
  await refund(byCredit.id, 200);
  await buyer.call('cancelOrder', { params: { id: several.id }, body: { quantity: 1, of: 3 } });
  await settle();
  // Of the three packs one went back, with a third of the discount, which is rounded up.
  const severalCents = 2 * 871 - (200 - 67);
  const earnedCents = 871 + (671 - 240) + 0 + (871 - 200) + severalCents;
  expect(await getEarned()).toBe(earnedCents);

  const day = { from: '2026-11-20', to: '2026-11-20' };
  const { totals } = (await seller.call('getSalesStatistics', { query: day })).data;
  // Of the discounts of the business what refunds did not bring back: of the operator's nothing.
  const discountCents = 200 - 60 + (200 - 67);
  expect(totals).toMatchObject({
    ...{ sold: 5, earning_cents: earnedCents, commission_cents: 5 * 129, discount_cents: discountCents },
  });
  const { price_cents, refunded_cents, commission_cents } = totals;
  expect(price_cents - refunded_cents - commission_cents - discountCents).toBe(earnedCents);
  expect((await seller.call('getSellerToday', { query: {} })).data).toMatchObject({
    ...{ earning_cents: earnedCents, discount_cents: discountCents },
  });
  const salesCsv = await (await seller.call('exportSalesStatistics', { query: day })).text();
  expect(salesCsv.trim().split('\r\n').at(-1)!.split(',').slice(-2)).toEqual(
    [discountCents, earnedCents].map((cents) => (cents / 100).toFixed(2)),
  );

  const csv = await sendRequest(api, 'exportVatSales', {
    query: day,
    token: seller.token,
    language: 'en',
  } as never);
  const linesOf = ({ id }: { id: number }) =>
    csv.text.split('\r\n').flatMap((line) => {
      const [kind, , order, , , , gross] = line.split(',');
      return order === String(id) ? [`${kind} ${gross}`] : [];
    });
  expect(linesOf(plain)).toEqual(['"sale" 10.00']);
  expect(linesOf(byBusiness)).toEqual(['"sale" 8.00', '"refund" -2.40']);
  expect(linesOf(byOperator)).toEqual(['"sale" 10.00', '"refund" -10.00']);
  expect(linesOf(byCredit)).toEqual(['"sale" 10.00', '"refund" -2.00']);
  expect(linesOf(several)).toEqual(['"sale" 28.00', '"refund" -9.33']);

  const finance = await createTestOperator(api, 'finance');
  await finance.call('computeTaxYear', { body: { year: 2026 } });
  const { items } = await finance.call('listTaxSellers', { query: { year: 2026, limit: 100 } });
  expect(items.find((item) => item.id === seller.id)).toMatchObject({
    orders: 5,
    earning_cents: earnedCents,
    fees_cents: 5 * 129,
  });

  api.clock.set('2026-12-02T12:00:00Z');
  await issueStatements(api.context);
  const [statement] = (await seller.call('listStatements')).data;
  expect(statement).toMatchObject({ month: '2026-11', closing_cents: earnedCents, month_cents: earnedCents });
  // Packs, not orders.
  const { sums, lines, ...stated } = (await seller.call('getStatement', { params: { id: statement!.id } }))
    .data;
  expect(sums.map(({ kind, count }) => [kind, count])).toEqual([
    ...[
      ['sale', 7],
      ['partial_refund', 3],
      ['reversal', 1],
    ],
  ]);
  expect(stated.commission_cents).toBe(5 * 129);
  expect(lines.filter((line) => line.order_id === several.id)).toMatchObject([
    { kind: 'sale', packs: 3, text: '3 × Cesto de fim de tarde' },
    { kind: 'partial_refund', packs: 1, text: '1 × Cesto de fim de tarde' },
  ]);
});

test('a statement has the commission of each order, also of what brings the business nothing', async () => {
  const { seller } = sold;
  await buy({ code: (await createCode({ isOfBusiness: true, percent: 100 })).code });
  const inTwoSteps = await buy();
  const finance = await createTestOperator(api, 'finance');
  for (const refunded_total_cents of [871, 1000])
    await finance.call('refundAdminOrder', {
      params: { id: inTwoSteps.id },
      body: { refunded_total_cents, reason: 'nothing in it' },
    });
  await settle();
  api.clock.set('2026-12-02T12:00:00Z');
  await issueStatements(api.context);
  const [{ id } = { id: 0 }] = (await seller.call('listStatements')).data;
  const { lines, ...statement } = (await seller.call('getStatement', { params: { id } })).data;
  expect(statement).toMatchObject({ commission_cents: 129, month_cents: 0, closing_cents: 0 });
  expect(lines.map((line) => [line.kind, line.amount_cents, line.commission_cents])).toEqual([
    ['sale', 0, 129],
    ['sale', 871, 129],
    ['partial_refund', -871, 0],
    ['reversal', 0, -129],
  ]);
});

test('the seller sees what an order brings without the discount that the business pays', async () => {
  const byBusiness = await buy({ code: (await createCode({ isOfBusiness: true })).code });
  const byOperator = await buy({ code: (await createCode()).code });
  const { data } = await sold.seller.call('listSellerOrders', { query: { when: 'today' } });
  const amountsOf = ({ id }: { id: number }) => {
    const { price_cents, discount_cents, earning_cents } = data.find((order) => order.id === id)!;
    return { price_cents, discount_cents, earning_cents };
  };
  expect(amountsOf(byBusiness)).toEqual({ price_cents: 1000, discount_cents: 200, earning_cents: 671 });
  expect(amountsOf(byOperator)).toEqual({ price_cents: 1000, discount_cents: 0, earning_cents: 871 });
  const counter = await createMember(api, sold.seller, 'counter');
  const atCounter = await counter.call('listSellerOrders', { query: { when: 'today' } });
  expect(atCounter.data.map((order) => order.discount_cents)).toEqual([0, 0]);
  await settle();
});

test('the mail of a purchase states the VAT of what a discount of the business leaves, as the receipt does', async () => {
  await sold.seller.call('updateBusiness', { body: { ...BUSINESS_BODY, vat_percent: 13 } });
  api.mails.length = 0;
  await buy({ code: (await createCode({ isOfBusiness: true })).code });
  await settle();
  // 8.00 less 8.00 / 1.13.
  expect(api.mails.find(({ to }) => to === buyer.email)?.text).toContain('€0.92');
});

describe('money that goes back without being asked for', () => {
  const getIntent = async (orderId: number) =>
    (
      await api.db
        .selectFrom('orders')
        .innerJoin('payments', 'payments.id', 'orders.payment_id')
        .select('payments.provider_ref')
        .where('orders.id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).provider_ref!;
  const sync = (ref: string) => syncReturns(api.context, api.provider, createOrderHooks(api.context), ref);

  test('a lost dispute over all that was charged reverses the order: the credit is the buyer’s again', async () => {
    const earned = await getEarned();
    await give(400);
    const order = await buy({ use_credit: true });
    const ref = await getIntent(order.id);
    await api.db
      .insertInto('sandbox_disputes')
      .values({
        ref: `dp_${ref}`,
        intent_ref: ref,
        created_at: api.clock.now(),
        withdrawn_cents: 600,
        status: 'lost',
      })
      .execute();
    await sync(ref);
    await api.jobs.runDue();
    expect((await buyer.call('getOrder', { params: { id: order.id } })).data).toMatchObject({
      state: 'refunded',
      refunded_cents: 1000,
    });
    expect(await getCredit()).toBe(400);
    expect(await getEarned()).toBe(earned);
    await expectConsistentData(api.db);
  });

  test('a refund of a part on the provider’s pages takes the credit’s part with it', async () => {
    await give(500);
    const order = await buy({ use_credit: true });
    const ref = await getIntent(order.id);
    await sql`with changed as (update sandbox_intents set refunded_cents = refunded_cents + 100 where ref = ${ref} returning ref)
      insert into sandbox_refunds (id, idempotency_key, ref, amount_cents, created_at)
      select 're_hand_' || gen_random_uuid(), gen_random_uuid(), ref, 100, ${api.clock.now()} from changed`.execute(
      api.db,
    );
    await sync(ref);
    await settle();
    expect(await getRefunded(order.id)).toBe(100);
    expect(await getCredit()).toBe(100);
  });
});

describe('a store that cancels late', () => {
  const cancel = (id: number) =>
    sold.seller.call('cancelSellerOrder', { params: { id }, body: { reason: 'The oven is broken.' } });
  beforeEach(() => {
    api.context.config.lateCancelCreditCents = 100;
    return () => {
      api.context.config.lateCancelCreditCents = 0;
    };
  });

  test('gives credit from its earnings, once an order, besides the full refund, and the buyer is told', async () => {
    const earned = await getEarned();
    const order = await buy();
    await cancel(order.id);
    await cancel(order.id);
    await settle();
    expect(await getRefunded(order.id)).toBe(1000);
    expect(await getCredit()).toBe(100);
    expect(await getEarned()).toBe(earned - 100);
    const mail = api.mails.findLast(({ to, subject }) => to === buyer.email && subject.includes('Cancelled'));
    expect(mail?.text).toContain('€1.00 of credit');
  });

  test('frees the use of the code, as one in time does, and gives at most what it earned after its discount', async () => {
    const earned = await getEarned();
    const code = await createCode({ isOfBusiness: true, amount_cents: 800, max_uses: 1, budget_cents: 800 });
    const order = await buy({ code: code.code });
    expect(await getEarned()).toBe(earned + 71);
    api.clock.set('2026-11-20T17:00:00.000Z');
    await sold.seller.call('refundSellerOrder', {
      params: { id: order.id },
      body: { reason: 'Too little.' },
    });
    await settle();
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    expect(await getCredit()).toBe(71);
    expect(await getEarned()).toBe(earned - 71);
    // For this person too.
    await buy({ code: code.code });
    await settle();
  });

  test('by packs, one after the other, frees the use of the code with the last', async () => {
    const code = await createCode({ amount_cents: 300 });
    const order = await buy({ code: code.code, quantity: 2 });
    api.clock.set('2026-11-20T17:00:00.000Z');
    const refundUnits = (units: number) =>
      sold.seller.call('refundSellerOrder', {
        params: { id: order.id },
        body: { reason: 'Too little.', packs: units },
      });
    await refundUnits(1);
    expect(await getCode(code.id)).toEqual({ used_count: 1, used_cents: 300 });
    await refundUnits(2);
    expect(await getCode(code.id)).toEqual({ used_count: 0, used_cents: 0 });
    await settle();
  });

  test('by the whole slot gives each buyer credit', async () => {
    const other = await createTestUser(api, { isEmailVerified: true });
    const order = await buy();
    await buy({}, other);
    const { slot_id: id } = await api.db
      .selectFrom('orders')
      .select('slot_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    await sold.seller.call('cancelSlot', { params: { id }, body: { reason: 'Closed.' } });
    await settle();
    expect([await getCredit(), await getCredit(other)]).toEqual([100, 100]);
  });

  test('owes at most ten of them', async () => {
    const store = await createProductForTen();
    const owe = (cents: number) =>
      api.db.transaction().execute((trx) =>
        postTransaction(trx, {
          kind: 'adjustment',
          note: `${cents} more`,
          entries: [
            { account: { kind: 'seller', userId: store.seller.id }, amountCents: cents },
            { account: { kind: 'bank' }, amountCents: -cents },
          ],
          now: api.clock.now(),
        }),
      );
    const orders = [];
    for (const _ of [1, 2, 3]) {
      const hold = await buyer.call('initiatePayment', {
        body: { amount: 10, currency: 'EUR', productId: store.productId },
      });
      orders.push(await payHold(buyer, hold));
    }
    // After the first two of them it owes 2.29, with what it earns by the third.
    await owe(900);
    for (const { id } of orders)
      await store.seller.call('cancelSellerOrder', { params: { id }, body: { reason: 'Closed.' } });
    expect(await getCredit()).toBe(200);
    await owe(-900);
    await settle();
  });

  test('in time gives none, nor does one where the setting is off', async () => {
    api.clock.set('2026-11-19T07:00:00.000Z');
    const next = await createProductForTen();
    const inTime = await buyer.call('initiatePayment', {
      body: { amount: 10, currency: 'EUR', productId: next.productId },
    });
    const slot = await api.db
      .selectFrom('payments')
      .innerJoin('pickup_slots', 'pickup_slots.id', 'payments.slot_id')
      .select(['pickup_slots.starts_at'])
      .where('token', '=', inTime.token)
      .executeTakeFirstOrThrow();
    const order = await payHold(buyer, inTime);
    await api.db
      .updateTable('orders')
      .set({
        pickup_start: new Date(slot.starts_at.getTime() + DAY),
        pickup_end: new Date(slot.starts_at.getTime() + DAY + 60 * MINUTE),
      })
      .where('id', '=', order.id)
      .execute();
    await next.seller.call('cancelSellerOrder', { params: { id: order.id }, body: { reason: 'Closed.' } });
    expect(await getCredit()).toBe(0);
    api.clock.set(FRIDAY_NOON);
    api.context.config.lateCancelCreditCents = 0;
    await cancel((await buy()).id);
    expect(await getCredit()).toBe(0);
    await settle();
  });
});

test('two slots with orders of the same buyers, codes and credit are cancelled at once', async () => {
  const [other, next] = [await createTestUser(api, { isEmailVerified: true }), await createProductForTen()];
  const [one, two] = [await createCode({ max_uses_per_user: 9 }), await createCode({ max_uses_per_user: 9 })];
  for (const by of [buyer, other]) await give(600, { to: by });
  const buyOf = async (product: ProductOnSale, by: TestUser, code?: string) => {
    const body = { amount: 10, currency: 'EUR' as const, productId: product.productId };
    const hold = await by.call('initiatePayment', {
      body: { ...body, ...(code ? { code, use_credit: true } : {}) },
    });
    return hold.card_cents === 0 ? complete(hold, by) : payHold(by, hold);
  };
  const slotOf = async (orderId: number) =>
    (await api.db.selectFrom('orders').select('slot_id').where('id', '=', orderId).executeTakeFirstOrThrow())
      .slot_id;
  // One that is paid by card alone is reversed first.
  await buyOf(sold, await createTestUser(api, { isEmailVerified: true }));
  const first = await buyOf(sold, buyer, one.code);
  await buyOf(sold, other, two.code);
  const second = await buyOf(next, other, one.code);
  await buyOf(next, buyer, two.code);
  const slots = [await slotOf(first.id), await slotOf(second.id)] as const;
  const body = { reason: 'Closed.' };
  await Promise.all([
    sold.seller.call('cancelSlot', { params: { id: slots[0] }, body }),
    next.seller.call('cancelSlot', { params: { id: slots[1] }, body }),
  ]);
  await settle();
  expect([await getCredit(), await getCredit(other)]).toEqual([600, 600]);
  expect(await getCode(one.id)).toEqual({ used_count: 0, used_cents: 0 });
});

test('ten wrong codes an hour are looked up, no more', async () => {
  const tryCode = (code: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/payment/quote',
      remoteAddress: '198.51.100.77',
      headers: { authorization: `Bearer ${buyer.token}` },
      payload: { productId: sold.productId, code },
    });
  const right = await createCode();
  for (let tries = 0; tries < 10; tries += 1) expect((await tryCode(`WRONG${tries}`)).statusCode).toBe(422);
  expect((await tryCode(right.code)).statusCode).toBe(429);
  expect((await tryCode('')).statusCode).toBe(200);
});
