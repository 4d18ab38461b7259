import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createProofCode,
  createTestUser,
  LOGIN_CODE,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { findBalance } from '../../../../test/support/consistency.ts';
import { copyOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { approveShares, creditMonths, reverseShares } from '../index.ts';

const api = useTestApp();
const runCreditMonths = () => creditMonths({ ...api, config: { operatorTimeZone: 'Europe/Lisbon' } });
beforeEach(() => api.clock.set(FRIDAY_NOON));

const runCreditJobAt = (at: string) => {
  api.clock.set(at);
  return runCreditMonths();
};
const listCredits = ({ id }: TestUser) =>
  api.db
    .selectFrom('affiliate_credits')
    .select(['month', 'hundredths', 'amount_cents', 'credited_at'])
    .where('partner_id', '=', id)
    .orderBy('month')
    .execute();
const getPartnerBalance = ({ id }: TestUser) => findBalance(api.db, { kind: 'partner', userId: id });
const approveOrderShares = (orderId: number) =>
  api.db.transaction().execute((trx) => approveShares(trx, orderId, api.clock.now()));
const reverseOrderShares = (orderId: number) =>
  api.db.transaction().execute((trx) => reverseShares(trx, orderId, 'refunded', api.clock.now()));

/** A partner whose referred buyer has `count` orders, collected now. */
async function createPartnerWithOrders(count: number, { verified = true } = {}) {
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: verified });
  const buyer = await createTestUser(api, { referredBy: partner });
  const { productId } = await createProductOnSale(api);
  const order = (await buyProduct(await createTestUser(api), productId)).id;
  const orders: number[] = [];
  const addOrders = async (n: number) => {
    for (let i = 0; i < n; i++) {
      const id = await copyOrder(api, order, { buyer, reportDeadline: new Date('2027-06-01T00:00:00Z') });
      await approveOrderShares(id);
      orders.push(id);
    }
  };
  await addOrders(count);
  return { partner, orders, addOrders };
}

test("on the first in the operator's time zone a month's shares are summed exactly, rounded once and posted", async () => {
  const { partner } = await createPartnerWithOrders(7);
  const before = (await findBalance(api.db, { kind: 'commission' }))!;
  await runCreditJobAt('2026-11-30T23:59:59.999Z');
  expect(await listCredits(partner)).toEqual([]);
  await runCreditJobAt('2026-12-01T00:00:00Z');
  // 7 × 19.35 = 135.45; rounded share by share it would be 133.
  expect(await listCredits(partner)).toEqual([
    {
      month: '2026-11-01',
      hundredths: 13545,
      amount_cents: 135,
      credited_at: new Date('2026-12-01T00:00:00Z'),
    },
  ]);
  expect(await getPartnerBalance(partner)).toBe(-135);
  expect(await findBalance(api.db, { kind: 'commission' })).toBe(before + 135);
});

test('in summer time the month ends an hour earlier in UTC', async () => {
  api.clock.set('2026-06-10T12:00:00Z');
  const { partner } = await createPartnerWithOrders(1);
  await runCreditJobAt('2026-06-30T23:00:00Z');
  expect(await listCredits(partner)).toMatchObject([{ month: '2026-06-01', amount_cents: 19 }]);
});

test('pending shares are not credited', async () => {
  const { partner } = await createPartnerWithOrders(0);
  const buyer = await createTestUser(api, { referredBy: partner });
  const { productId } = await createProductOnSale(api);
  await buyProduct(buyer, productId);
  await runCreditJobAt('2026-11-21T00:00:00Z');
  expect(await listCredits(partner)).toEqual([]);
});

test('after months of downtime each month is credited, in order', async () => {
  const { partner, addOrders } = await createPartnerWithOrders(3);
  api.clock.set('2026-12-10T12:00:00Z');
  await addOrders(2);
  api.clock.set('2027-02-03T12:00:00Z');
  await addOrders(1);
  await runCreditJobAt('2027-03-09T15:00:00Z');
  expect(await listCredits(partner)).toMatchObject([
    { month: '2026-11-01', amount_cents: 58 },
    { month: '2026-12-01', amount_cents: 39 },
    { month: '2027-02-01', amount_cents: 19 },
  ]);
  expect(await getPartnerBalance(partner)).toBe(-116);
});

test('repeated and concurrent runs credit nothing twice', async () => {
  const { partner } = await createPartnerWithOrders(5);
  api.clock.set('2026-12-01T00:01:00Z');
  await Promise.all([1, 2, 3].map(() => runCreditMonths()));
  await runCreditJobAt('2026-12-01T01:01:00Z');
  expect(await listCredits(partner)).toHaveLength(1);
  expect(await getPartnerBalance(partner)).toBe(-97);
});

test('a credited month is final: a late share goes to the next month', async () => {
  const { partner, addOrders } = await createPartnerWithOrders(2);
  await runCreditJobAt('2026-12-01T00:01:00Z');
  // Handed out just before midnight, committed after the month was credited.
  api.clock.set('2026-11-30T23:59:59Z');
  await addOrders(1);
  await runCreditJobAt('2026-12-01T02:01:00Z');
  expect(await listCredits(partner)).toMatchObject([{ month: '2026-11-01', amount_cents: 39 }]);
  await runCreditJobAt('2027-01-01T00:01:00Z');
  expect(await listCredits(partner)).toMatchObject([
    { month: '2026-11-01', amount_cents: 39 },
    { month: '2026-12-01', amount_cents: 19 },
  ]);
  for (const change of [
    sql`update affiliate_credits set amount_cents = amount_cents + 1`,
    sql`delete from affiliate_credits`,
  ]) {
    await expect(change.execute(api.db)).rejects.toThrow(/permission denied/);
    await expect(change.execute(api.ownerDb)).rejects.toThrow(/append-only/);
  }
});

describe('a refunded order', () => {
  test('earns nothing when its month is not credited yet', async () => {
    const { partner, orders } = await createPartnerWithOrders(2);
    await reverseOrderShares(orders[0]!);
    await runCreditJobAt('2026-12-01T00:01:00Z');
    expect(await listCredits(partner)).toMatchObject([{ amount_cents: 19 }]);
  });

  test('is a negative share of the next month, once, when it was credited', async () => {
    const { partner, orders, addOrders } = await createPartnerWithOrders(3);
    await runCreditJobAt('2026-12-01T00:01:00Z');
    api.clock.set('2026-12-02T12:00:00Z');
    await addOrders(1);
    await Promise.all([reverseOrderShares(orders[0]!), reverseOrderShares(orders[0]!)]);
    await reverseOrderShares(orders[1]!);
    await reverseOrderShares(orders[1]!);
    await runCreditJobAt('2027-01-01T00:01:00Z');
    expect(await listCredits(partner)).toMatchObject([
      { month: '2026-11-01', hundredths: 5805, amount_cents: 58 },
      { month: '2026-12-01', hundredths: -1935, amount_cents: -19 },
    ]);
    expect(await getPartnerBalance(partner)).toBe(-39);
  });

  test('balanced by a new share makes a month of zero without a posting', async () => {
    const { partner, orders, addOrders } = await createPartnerWithOrders(1);
    await runCreditJobAt('2026-12-01T00:01:00Z');
    await reverseOrderShares(orders[0]!);
    await addOrders(1);
    await runCreditJobAt('2027-01-01T00:01:00Z');
    expect(await listCredits(partner)).toMatchObject([{ amount_cents: 19 }, { amount_cents: 0 }]);
    expect(await getPartnerBalance(partner)).toBe(-19);
  });
});

test('a partner with an unverified address is credited later, in full', async () => {
  const { partner } = await createPartnerWithOrders(4, { verified: false });
  await runCreditJobAt('2026-12-01T00:01:00Z');
  expect(await listCredits(partner)).toEqual([]);
  api.clock.set('2026-12-05T12:00:00Z');
  await createProofCode(api, partner, 'verify_email');
  await partner.call('verifyEmail', { body: { code: LOGIN_CODE } });
  await runCreditJobAt('2026-12-05T13:01:00Z');
  expect(await listCredits(partner)).toEqual([]);
  await runCreditJobAt('2027-01-01T00:01:00Z');
  expect(await listCredits(partner)).toMatchObject([{ month: '2026-12-01', amount_cents: 77 }]);
});

test('a former partner is credited what they earned', async () => {
  const { partner } = await createPartnerWithOrders(2);
  await partner.call('updatePartnerRole', { body: { is_partner: false } });
  await runCreditJobAt('2026-12-01T00:01:00Z');
  expect(await getPartnerBalance(partner)).toBe(-39);
});
