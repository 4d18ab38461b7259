import { errorCodes } from '@wopack/contract';
import type { Input } from '@wopack/contract/client';
import { DAY_MS, withdrawalDeadline } from '@wopack/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyUnits,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  markEmailVerified,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { createPaidOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { checkLedger, getBalance, postTransaction } from '../ledger/index.ts';
import { creditReconciliation } from './credit.queries.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const { conflict, notAllowed, notFound, tooMany, validation } = errorCodes;
type Form = Input<'createDiscountCode'>['body'];
const FORM: Form = { code: 'OUTONO20', name: 'Autumn', percent: 20, cap_cents: 150, ends_on: '2026-11-30' };

const getCredit = async (user: TestUser) => (await user.call('getMyCredit')).data;
const getMovements = async (user: TestUser) => (await user.call('listCreditMovements')).data;
const redeem = async (user: TestUser, code: string) =>
  (await user.call('redeemCode', { body: { code } })).data;
const balanceOf = (kind: 'credit' | 'seller', userId: number) => getBalance(api.db, { kind, userId });

let count = 0;
/** A running code of the operator that gives credit. */
async function createCreditCode(options: Partial<Input<'createAdminCode'>['body']> = {}) {
  const finance = await createTestOperator(api, 'finance');
  const code = options.code ?? `CREDIT${++count}`;
  const { data } = await finance.call('createAdminCode', {
    body: { code, name: 'Spring', effect: 'credit', amount_cents: 250, reason: 'campaign', ...options },
  });
  return { id: data.id, code, finance };
}

const giveSupportCredit = async (user: TestUser, body: Partial<Input<'grantCredit'>['body']> = {}) => {
  const support = await createTestOperator(api, 'support');
  return (
    await support.call('grantCredit', {
      params: { id: user.id },
      body: { amount_cents: 150, granted_cents: 0, note: 'Sorry for the wait.', reason: 'late', ...body },
    })
  ).data;
};

/** The books of credit agree with the records; those of other modules are not looked at. */
async function expectLedgerMatches() {
  const differences = await checkLedger(api.context, [creditReconciliation]);
  expect(differences.filter(({ account }) => /^(credit|promotions)/.test(account))).toEqual([]);
}

describe('a code of a business', () => {
  test('is made, listed and stopped by its owner, and stopping twice is no error', async () => {
    const { seller } = await createProductOnSale(api);
    const { data: code } = await seller.call('createDiscountCode', {
      body: { ...FORM, code: ' outono-20 ' },
    });
    expect(code).toMatchObject({
      code: 'OUTONO20',
      effect: 'percent',
      percent: 20,
      cap_cents: 150,
      state: 'running',
      // The end of the last day in Lisbon.
      ends_at: '2026-12-01T00:00:00.000Z',
      starts_at: FRIDAY_NOON,
      max_uses_per_user: 1,
      used_count: 0,
    });
    expect((await seller.call('listDiscountCodes')).data).toEqual([code]);
    for (let time = 0; time < 2; time++)
      expect((await seller.call('stopDiscountCode', { params: { id: code.id } })).data).toMatchObject({
        state: 'stopped',
        stopped_at: FRIDAY_NOON,
      });
    api.clock.set('2026-12-02T12:00:00Z');
    expect((await seller.call('listDiscountCodes')).data).toMatchObject([{ state: 'stopped' }]);
  });

  test('begins and ends by days of its place', async () => {
    const { seller } = await createProductOnSale(api);
    const body = { ...FORM, starts_on: '2026-11-25', ends_on: '2026-11-25' };
    const { data } = await seller.call('createDiscountCode', { body: { ...body, code: 'ONEDAY' } });
    expect(data).toMatchObject({
      state: 'planned',
      starts_at: '2026-11-25T00:00:00.000Z',
      ends_at: '2026-11-26T00:00:00.000Z',
    });
    api.clock.set('2026-11-26T00:00:00Z');
    expect((await seller.call('listDiscountCodes')).data[0]).toMatchObject({ state: 'ended' });
  });

  test.each<[string, Partial<Form>, string]>([
    ['three letters', { code: 'ABC' }, 'code'],
    ['other letters', { code: 'ОСЕНЬ20' }, 'code'],
    ['a blank name', { name: '  ' }, 'name'],
    ['0 per cent', { percent: 0 }, 'percent'],
    ['101 per cent', { percent: 101 }, 'percent'],
    ['text for per cent', { percent: 'twenty' as never }, 'percent'],
    ['neither percentage nor amount', { percent: null, cap_cents: null }, 'amount_cents'],
    ['both', { amount_cents: 100 }, 'amount_cents'],
    ['a cap of an amount', { percent: null, amount_cents: 100 }, 'cap_cents'],
    ['an end before its start', { starts_on: '2026-11-28', ends_on: '2026-11-27' }, 'ends_on'],
    ['an end in the past', { ends_on: '2026-11-19' }, 'ends_on'],
    ['a start in the past', { starts_on: '2026-11-19' }, 'starts_on'],
    ['a cap above the budget', { budget_cents: 149 }, 'budget_cents'],
    [
      'an amount above the budget',
      { percent: null, cap_cents: null, amount_cents: 200, budget_cents: 199 },
      'budget_cents',
    ],
    ['no uses', { max_uses: 0 }, 'max_uses'],
    ['a wrong address', { addresses: 'ana@example.com, nobody' }, 'addresses'],
    ['an unknown type', { type_ids: [999_999] }, 'type_ids'],
  ])('is refused with %s', async (_, change, field) => {
    const { seller } = await createProductOnSale(api);
    await expectApiError(
      seller.call('createDiscountCode', { body: { ...FORM, ...change } }),
      validation.code,
      field,
    );
  });

  test('that gives credit has no limits of a purchase', async () => {
    const limits = {
      is_first_order_only: true,
      sale_place_ids: [1],
      type_ids: [1],
      minimum_cents: 300,
    };
    await expect(createCreditCode(limits)).rejects.toMatchObject({
      code: validation.code,
      errors: {
        is_first_order_only: [expect.stringContaining('Only a discount has this')],
        sale_place_ids: [expect.any(String)],
        type_ids: [expect.any(String)],
        minimum_cents: [expect.any(String)],
      },
    });
  });

  test('says all that is wrong at once, in the language of who asks', async () => {
    const { seller } = await createProductOnSale(api);
    const body = { ...FORM, code: 'A', name: ' ', percent: 0, ends_on: '2026-01-01' };
    await expect(seller.call('createDiscountCode', { body })).rejects.toMatchObject({
      errors: {
        code: [expect.any(String)],
        name: [expect.any(String)],
        percent: ['At least 1.'],
        ends_on: ['This day is over.'],
      },
    });
  });

  test('is limited to own sale places', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const other = await createProductOnSale(api);
    const create = (ids: number[], code: string) =>
      seller.call('createDiscountCode', { body: { ...FORM, code, sale_place_ids: ids } });
    expect((await create([salePlaceId], 'HERE')).data.sale_places).toEqual(['Padaria Aurora']);
    await expectApiError(create([other.salePlaceId], 'THERE'), validation.code, 'sale_place_ids');
  });

  test('of two people who make the same one at once, one is refused', async () => {
    const sellers = [(await createProductOnSale(api)).seller, (await createProductOnSale(api)).seller];
    const results = await Promise.allSettled(
      sellers.map((seller) => seller.call('createDiscountCode', { body: { ...FORM, code: 'TWINS' } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected')!;
    expect(refused.reason).toMatchObject({ code: validation.code, errors: { code: [expect.any(String)] } });
  });

  test('is not the business of others, and made by who decides on its money', async () => {
    const { seller } = await createProductOnSale(api);
    const { id } = (await seller.call('createDiscountCode', { body: { ...FORM, code: 'MINE' } })).data;
    const other = (await createProductOnSale(api)).seller;
    await expectApiError(other.call('stopDiscountCode', { params: { id } }), notFound.code);
    expect((await other.call('listDiscountCodes')).data).toEqual([]);
    const accountant = await createMember(api, seller, 'accountant');
    expect((await accountant.call('listDiscountCodes')).data).toHaveLength(1);
    await expectApiError(accountant.call('stopDiscountCode', { params: { id } }), notAllowed.code);
    const manager = await createMember(api, seller, 'manager');
    await expectApiError(manager.call('listDiscountCodes'), notAllowed.code);
  });
});

test('the operator makes a code for shops that are looked up by their words', async () => {
  const { salePlaceId } = await createProductOnSale(api, { salePlace: { name: 'Forno Solar' } });
  const finance = await createTestOperator(api, 'finance');
  const find = async (q: string) => (await finance.call('findSalePlacesForCode', { query: { q } })).data;
  expect(await find('trindade solar')).toEqual([
    expect.objectContaining({ id: salePlaceId, name: 'Forno Solar' }),
  ]);
  expect(await find('nowhere at all')).toEqual([]);
  await expectApiError(find(' '), validation.code, 'q');
  const body = { ...FORM, effect: 'percent' as const, code: 'PLACES', reason: 'campaign' };
  const { data } = await finance.call('createAdminCode', {
    body: { ...body, sale_place_ids: [salePlaceId] },
  });
  expect(data.sale_places).toEqual(['Forno Solar']);
});

describe('a code that gives credit', () => {
  test('is entered in any case, once, and is in the books', async () => {
    const { code } = await createCreditCode({ credit_days: 30 });
    const user = await createTestUser(api);
    expect(await redeem(user, ` ${code.toLowerCase().replace('T', 'T-')} `)).toMatchObject({
      added_cents: 250,
      available_cents: 250,
      grants: [{ source: 'code', amount_cents: 250, left_cents: 250, ends_at: '2026-12-20T12:00:00.000Z' }],
    });
    await expectApiError(redeem(user, code), validation.code, 'code');
    expect(await getMovements(user)).toMatchObject([{ kind: 'granted', amount_cents: 250, source: 'code' }]);
    expect(await balanceOf('credit', user.id)).toBe(-250);
    await expectLedgerMatches();
  });

  test('entered twice at once gives once', async () => {
    const { code } = await createCreditCode();
    const user = await createTestUser(api);
    await Promise.allSettled([redeem(user, code), redeem(user, code)]);
    expect((await getCredit(user)).available_cents).toBe(250);
  });

  test('its last use goes to one of two', async () => {
    const { code, finance } = await createCreditCode({ max_uses: 1 });
    const users = [await createTestUser(api), await createTestUser(api)];
    const results = await Promise.allSettled(users.map((user) => redeem(user, code)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { items } = await finance.call('listAdminCodes', { query: { q: code } });
    expect(items).toMatchObject([{ state: 'used_up', used_count: 1, used_cents: 250 }]);
  });

  test('says which rule refuses it, and nothing about what others have used', async () => {
    const user = await createTestUser(api);
    const { seller } = await createProductOnSale(api);
    await seller.call('createDiscountCode', { body: { ...FORM, code: 'DISCOUNT' } });
    const used = await createCreditCode({ max_uses: 1 });
    const spent = await createCreditCode({ budget_cents: 300 });
    for (const { code } of [used, spent]) await redeem(await createTestUser(api), code);
    const planned = await createCreditCode({ starts_on: '2026-11-21' });
    const forOthers = await createCreditCode({ addresses: 'ana@example.com' });
    const stopped = await createCreditCode();
    await stopped.finance.call('stopAdminCode', { params: { id: stopped.id }, body: { reason: 'over' } });
    const messages = [];
    for (const code of [
      'NOWHERE',
      'DISCOUNT',
      used.code,
      spent.code,
      planned.code,
      forOthers.code,
      stopped.code,
    ])
      messages.push(await redeem(user, code).catch((error) => error.errors?.code?.[0]));
    expect(messages).toEqual([
      'We do not know this code. Check how it is written.',
      'This code takes something off a pack: enter it when you pay.',
      'This code is used up.',
      'This code is used up.',
      'This code does not hold yet.',
      'This code is for other e-mail addresses. Confirm yours, if it is one of them.',
      'This code was stopped.',
    ]);
  });

  test('for addresses is given to who has proved theirs', async () => {
    const user = await createTestUser(api);
    const { code } = await createCreditCode({ addresses: `ana@example.com\n${user.email.toUpperCase()}` });
    await expectApiError(redeem(user, code), validation.code, 'code');
    await markEmailVerified(api, user);
    expect(await redeem(user, code)).toMatchObject({ added_cents: 250 });
    await api.jobs.runScheduled('credit.delete-expired-data');
    const addresses = () => api.db.selectFrom('discount_code_addresses').select('code_id').execute();
    expect((await addresses()).length).toBeGreaterThan(0);
    await api.db.updateTable('discount_codes').set({ stopped_at: api.clock.now() }).execute();
    await api.jobs.runScheduled('credit.delete-expired-data');
    expect(await addresses()).toEqual([]);
  });

  test('wrong codes are counted, ten an hour; right ones are not', async () => {
    const user = await createTestUser(api);
    const codes = [(await createCreditCode()).code, (await createCreditCode()).code];
    await redeem(user, codes[0]!);
    for (let time = 0; time < 10; time++) await expectApiError(redeem(user, `WRONG${time}`), validation.code);
    await expect(redeem(user, codes[1]!)).rejects.toMatchObject({
      code: tooMany.code,
      message: expect.stringMatching(/^Too many tries\. Try again in (59|60) min\.$/),
    });
    expect((await getCredit(user)).available_cents).toBe(250);
  });
});

describe('credit that support gives', () => {
  test('is told with its note, counted once, and recorded', async () => {
    const user = await createTestUser(api);
    expect(await giveSupportCredit(user, { ends_on: '2026-12-31' })).toMatchObject({ granted_cents: 150 });
    await expectApiError(giveSupportCredit(user), conflict.code);
    expect(await getCredit(user)).toMatchObject({
      available_cents: 150,
      grants: [
        {
          source: 'support',
          business_name: null,
          note: 'Sorry for the wait.',
          ends_at: '2027-01-01T00:00:00.000Z',
        },
      ],
    });
    await api.jobs.runDue();
    const mail = api.mails.find(({ to }) => to === user.email)!;
    expect(mail.subject).toBe('€1.50 of credit for you');
    expect(mail.text).toContain('until 31 December 2026');
    const owner = await createTestOperator(api, 'owner');
    const { items } = await owner.call('listAuditEntries', {
      query: { subject_kind: 'user', subject_id: String(user.id) },
    });
    expect(items).toMatchObject([{ action: 'grantCredit', reason: 'late' }]);
    await expectLedgerMatches();
  });

  test('is at most what support may refund alone, and never for oneself', async () => {
    const user = await createTestUser(api);
    const limit = api.context.config.operator.supportRefundLimitCents;
    await expectApiError(
      giveSupportCredit(user, { amount_cents: limit + 1 }),
      validation.code,
      'amount_cents',
    );
    const support = await createTestOperator(api, 'support');
    const body = { amount_cents: 100, granted_cents: 0, note: 'x', reason: 'x' };
    await expectApiError(support.call('grantCredit', { params: { id: support.id }, body }), conflict.code);
  });

  test('ends at the end of its last day where the operator is, which may be today', async () => {
    const finance = await createTestOperator(api, 'finance');
    const give = async (ends_on: string) =>
      finance.call('grantCredit', {
        params: { id: (await createTestUser(api)).id },
        body: { amount_cents: 100, granted_cents: 0, note: 'Sorry.', reason: 'late', ends_on },
      });
    const { data } = await give('2026-11-20');
    const { ends_at: end } = await api.db
      .selectFrom('credit_grants')
      .select('ends_at')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(end).toEqual(new Date('2026-11-21T00:00:00Z'));
    await expectApiError(give('2026-11-19'), validation.code, 'ends_on');
  });

  test('is limited a day for each operator of support, also of two calls at once', async () => {
    const { operator } = api.context.config;
    const limit = operator.supportCreditDayLimitCents;
    const once = operator.supportRefundLimitCents;
    const support = await createTestOperator(api, 'support');
    const give = async (amount_cents: number, by = support) => {
      const user = await createTestUser(api);
      const body = { amount_cents, granted_cents: 0, note: 'Sorry.', reason: 'late' };
      return by.call('grantCredit', { params: { id: user.id }, body });
    };
    for (let cents = 0; cents + 2 * once <= limit; cents += once) await give(once);
    const rest = limit % once || once;
    await give(rest - 100);
    const both = await Promise.allSettled([give(100), give(100)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const said = `Today you can still give €0.00: you alone give up to €${limit / 100}.00 a day. Ask finance for more.`;
    await expect(give(1)).rejects.toMatchObject({
      code: validation.code,
      errors: { amount_cents: [said] },
    });
    await give(once, await createTestOperator(api, 'support'));
    const finance = await createTestOperator(api, 'finance');
    await give(limit, finance);
    await give(limit, finance);
    // As if all of it was given the day before.
    const row = api.db.updateTable('operators').set({ credit_day: '2026-11-19' });
    await row.where('user_id', '=', support.id).execute();
    await give(once);
  });

  test('is for an order of the user, which the console then shows', async () => {
    const { buyer, id } = await createPaidOrder(api);
    await giveSupportCredit(buyer, { order_id: id });
    const finance = await createTestOperator(api, 'finance');
    const { items } = await finance.call('listAdminGrants', { query: { order_id: id } });
    expect(items).toMatchObject([{ order_id: id, source: 'support', amount_cents: 150 }]);
    const other = await createTestUser(api);
    await expectApiError(giveSupportCredit(other, { order_id: id }), notFound.code);
  });

  test('what comes back of it from a hold after it was ended cannot be used', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    const { productId } = await createProductOnSale(api);
    const { id } = await giveSupportCredit(user);
    const hold = await user.call('initiatePayment', {
      body: { amount: 3.99, currency: 'EUR', productId, use_credit: true },
    });
    const support = await createTestOperator(api, 'support');
    await support.call('endCredit', { params: { id }, body: { reason: 'mistake' } });
    await user.call('failPayment', { body: { token: hold.token } });
    expect(await getCredit(user)).toMatchObject({ available_cents: 0 });
    await api.jobs.runScheduled('credit.end');
    await expectLedgerMatches();
  });

  test('what is left of it can be ended, twice without harm', async () => {
    const user = await createTestUser(api);
    const { id } = await giveSupportCredit(user);
    const support = await createTestOperator(api, 'support');
    const end = () => support.call('endCredit', { params: { id }, body: { reason: 'mistake' } });
    expect((await end()).data).toEqual({ ended_cents: 150 });
    expect((await end()).data).toEqual({ ended_cents: 0 });
    expect(await getCredit(user)).toMatchObject({ available_cents: 0, grants: [] });
    expect((await getMovements(user)).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['ended', -150],
      ['granted', 150],
    ]);
    const { items } = await support.call('listAdminGrants', { query: { user_id: user.id } });
    expect(items).toMatchObject([{ amount_cents: 150, left_cents: 0, used_cents: 0, ended_cents: 150 }]);
    await expectLedgerMatches();
  });
});

describe('credit for the buyer of an order', () => {
  const give = (seller: TestUser, id: number, body: Partial<Input<'giveOrderCredit'>['body']> = {}) =>
    seller.call('giveOrderCredit', {
      params: { id },
      body: { amount_cents: 100, given_cents: 0, note: 'The bread was from yesterday.', ...body },
    });

  const collect = (id: number) =>
    api.db
      .updateTable('orders')
      .set({ state: 'collected', collected_at: api.clock.now() })
      .where('id', '=', id)
      .execute();

  test('is not for an order whose pickup is to come, or that was cancelled', async () => {
    const { seller, buyer, id } = await createPaidOrder(api);
    await expect(give(seller, id)).rejects.toMatchObject({
      code: validation.code,
      errors: { amount_cents: ['Credit for this order can be given when its pickup is over.'] },
    });
    await buyer.call('cancelOrder', { params: { id }, body: {} });
    await expectApiError(give(seller, id), validation.code, 'amount_cents');
    expect(await getCredit(buyer)).toMatchObject({ available_cents: 0 });
  });

  test('of a pack that keeps is given once its buyer can no longer withdraw: it stands against no withdrawal', async () => {
    const { seller, buyer, id } = await createPaidOrder(api);
    await collect(id);
    await api.db.updateTable('orders').set({ is_perishable: false }).where('id', '=', id).execute();
    const { pickup_end: windowEnd } = (await buyer.call('getOrder', { params: { id } })).data;
    const until = withdrawalDeadline(new Date(windowEnd));
    api.clock.set(until.toISOString());
    expect((await seller.call('getOrderCredit', { params: { id } })).data.possible_from).toBe(
      until.toISOString(),
    );
    await expect(give(seller, id)).rejects.toMatchObject({
      code: conflict.code,
      message: expect.stringContaining('can withdraw from the contract until'),
    });
    api.clock.set(new Date(until.getTime() + 1).toISOString());
    expect((await seller.call('getOrderCredit', { params: { id } })).data.possible_from).toBeNull();
    await give(seller, id);
    expect(await getCredit(buyer)).toMatchObject({ available_cents: 100 });
    await expect(buyer.call('withdrawFromOrder', { params: { id } })).rejects.toMatchObject({
      code: conflict.code,
    });
  });

  test('is at most what the business is owed', async () => {
    const { seller, id } = await createPaidOrder(api);
    await collect(id);
    await api.db.transaction().execute((trx) =>
      postTransaction(trx, {
        kind: 'adjustment',
        note: `all but 50 cents of ${id} were paid out`,
        entries: [
          { account: { kind: 'seller', userId: seller.id }, amountCents: 220 },
          { account: { kind: 'bank' }, amountCents: -220 },
        ],
        now: api.clock.now(),
      }),
    );
    expect((await seller.call('getOrderCredit', { params: { id } })).data.max_cents).toBe(50);
    await expectApiError(give(seller, id, { amount_cents: 51 }), validation.code, 'amount_cents');
    await give(seller, id, { amount_cents: 50 });
  });

  test('is at most what is earned by the packs that were not given back', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api, { isEmailVerified: true });
    const { id } = await buyUnits(buyer, productId, 3);
    await buyer.call('cancelOrder', { params: { id }, body: { quantity: 1, of: 3 } });
    await collect(id);
    expect((await seller.call('getOrderCredit', { params: { id } })).data.max_cents).toBe(540);
  });

  test('is paid out of the earnings of the order, and once for a repeated call', async () => {
    const { seller, buyer, id } = await createPaidOrder(api);
    await collect(id);
    const before = await balanceOf('seller', seller.id);
    expect((await seller.call('getOrderCredit', { params: { id } })).data).toMatchObject({
      client: 'Marta S.',
      given_cents: 0,
      max_cents: 270,
    });
    expect((await give(seller, id)).data).toEqual({ given_cents: 100 });
    await expectApiError(give(seller, id), conflict.code);
    await expectApiError(
      give(seller, id, { given_cents: 100, amount_cents: 171 }),
      validation.code,
      'amount_cents',
    );
    expect((await give(seller, id, { given_cents: 100, amount_cents: 170 })).data).toEqual({
      given_cents: 270,
    });
    expect((await balanceOf('seller', seller.id)) - before).toBe(270);
    expect(await getCredit(buyer)).toMatchObject({
      available_cents: 270,
      grants: [
        { business_name: 'Padaria Aurora', left_cents: 100 },
        { business_name: 'Padaria Aurora', left_cents: 170 },
      ],
    });
    await api.jobs.runDue();
    expect(api.mails.map(({ subject }) => subject)).toContain('Padaria Aurora gives you €1.00 of credit');
    await expectLedgerMatches();
  });

  test('ends with the refund of the order as far as it is not earned any more, and what is used is not settled by the two alone', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api, { isEmailVerified: true });
    const { id } = await buyUnits(buyer, productId, 3);
    await collect(id);
    api.clock.set('2026-11-20T19:30:00Z');
    await give(seller, id, { amount_cents: 300 });
    await give(seller, id, { given_cents: 300, amount_cents: 300 });
    await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
    const answer = (refund: { refunded_cents?: number; packs?: number }) =>
      seller.call('answerReport', { params: { id }, body: { answer: 'Pedimos desculpa.', ...refund } });

    const { productId: otherId } = await createProductOnSale(api);
    const hold = await buyer.call('initiatePayment', {
      body: { amount: 11.97, currency: 'EUR', productId: otherId, quantity: 3, use_credit: true },
    });
    await expectApiError(answer({ packs: 3 }), conflict.code);
    await expectApiError(answer({ refunded_cents: 400 }), conflict.code);
    await buyer.call('failPayment', { body: { token: hold.token } });
    // 8.10 earned, of which 4.10 stay.
    await answer({ refunded_cents: 400 });
    expect(await getCredit(buyer)).toMatchObject({
      available_cents: 410,
      grants: [{ left_cents: 300 }, { left_cents: 110 }],
    });
    expect(await balanceOf('seller', seller.id)).toBe(0);
    await expectLedgerMatches();

    const finance = await createTestOperator(api, 'finance');
    await finance.call('refundAdminOrder', {
      params: { id },
      body: { refunded_total_cents: 1197, reason: 'nothing in it' },
    });
    expect(await getCredit(buyer)).toMatchObject({ available_cents: 0, grants: [] });
    expect(await balanceOf('seller', seller.id)).toBe(0);
    await expectLedgerMatches();
  });

  test('needs a note, an order of the business, and a right', async () => {
    const { seller, id } = await createPaidOrder(api);
    await collect(id);
    await expectApiError(give(seller, id, { note: '  ' }), validation.code, 'note');
    await expectApiError(give(seller, id, { amount_cents: 0 }), validation.code, 'amount_cents');
    await expectApiError(give((await createProductOnSale(api)).seller, id), notFound.code);
    const manager = await createMember(api, seller, 'manager');
    await expectApiError(give(manager, id), notAllowed.code);
  });
});

describe('credit that ends', () => {
  test('is announced once, a week before, and then gone', async () => {
    const user = await createTestUser(api);
    await giveSupportCredit(user, { ends_on: '2026-11-30' });
    await api.jobs.runDue();
    const announce = async () => {
      api.mails.length = 0;
      await api.jobs.runScheduled('credit.notify-of-ends');
      await api.jobs.runDue();
      return api.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
    };
    api.clock.set('2026-11-23T00:00:00Z');
    expect(await announce()).toEqual([]);
    api.clock.advance(DAY_MS);
    expect(await announce()).toEqual(['€1.50 of your credit end soon']);
    expect(await announce()).toEqual([]);
    await api.jobs.runScheduled('credit.end');
    expect((await getCredit(user)).available_cents).toBe(150);
    api.clock.set('2026-12-01T00:00:00Z');
    // Not usable from its end on, whenever the job runs.
    expect((await getCredit(user)).available_cents).toBe(0);
    await api.jobs.runScheduled('credit.end');
    expect(await getMovements(user)).toMatchObject([
      { kind: 'ended', amount_cents: -150 },
      { kind: 'granted' },
    ]);
    expect(await balanceOf('credit', user.id)).toBe(0);
    await expectLedgerMatches();
  });

  test('with the account, which it does not keep from being deleted', async () => {
    const user = await createTestUser(api);
    await giveSupportCredit(user);
    const data = await user.call('exportAccount');
    expect(data.credit).toMatchObject([{ amount_cents: 150, note: 'Sorry for the wait.' }]);
    await user.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    expect(await balanceOf('credit', user.id)).toBe(0);
    await expectLedgerMatches();
  });
});
