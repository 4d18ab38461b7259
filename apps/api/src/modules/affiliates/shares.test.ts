import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../test/support/builders.ts';
import { handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import {
  findLastPaidOutMonth,
  getNextCreditDate,
  getReferralStatus,
  listEarners,
} from './affiliates.rules.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const createPartner = () => createTestUser(api, { isPartner: true, isEmailVerified: true });
const listShares = (orderId: number) =>
  api.db
    .selectFrom('affiliate_shares')
    .select(['side', 'partner_id', 'referred_user_id', 'hundredths', 'state', 'reason', 'approved_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

async function buyFromNewSeller(buyer: TestUser, { broughtBy }: { broughtBy?: TestUser } = {}) {
  const seller = await createTestUser(api, { name: 'Rui Fontes', isSeller: true, referredBy: broughtBy });
  const { productId } = await createProductOnSale(api, { seller });
  const order = await buyProduct(buyer, productId);
  return { seller, order, pin: order.pin! };
}

describe('a paid order', () => {
  test('gives the partner of each side a pending share of 19.35 cents', async () => {
    const [buyersPartner, sellersPartner] = [await createPartner(), await createPartner()];
    const buyer = await createTestUser(api, { referredBy: buyersPartner });
    const { seller, order } = await buyFromNewSeller(buyer, { broughtBy: sellersPartner });
    const pendingShare = { hundredths: 1935, state: 'pending', reason: 'paid', approved_at: null };
    expect(await listShares(order.id)).toEqual([
      { side: 'buyer', partner_id: buyersPartner.id, referred_user_id: buyer.id, ...pendingShare },
      { side: 'seller', partner_id: sellersPartner.id, referred_user_id: seller.id, ...pendingShare },
    ]);
  });

  test('gives both shares to a partner who referred both sides', async () => {
    const partner = await createPartner();
    const { order } = await buyFromNewSeller(await createTestUser(api, { referredBy: partner }), {
      broughtBy: partner,
    });
    expect((await listShares(order.id)).map(({ partner_id }) => partner_id)).toEqual([
      partner.id,
      partner.id,
    ]);
  });

  test('gives no share for unreferred users, nor to a former partner', async () => {
    const formerPartner = await createPartner();
    const buyer = await createTestUser(api, { referredBy: formerPartner });
    await formerPartner.call('updatePartnerRole', { body: { is_partner: false } });
    const { order } = await buyFromNewSeller(buyer);
    expect(await listShares(order.id)).toEqual([]);
    await formerPartner.call('updatePartnerRole', { body: { is_partner: true } });
    expect(await listShares((await buyFromNewSeller(buyer)).order.id)).toHaveLength(1);
  });

  test('gives partners no share of their own orders', async () => {
    const seller = await createTestUser(api, { isSeller: true, isPartner: true });
    const { productId } = await createProductOnSale(api, { seller });
    const ownOrder = await buyProduct(await createTestUser(api, { referredBy: seller }), productId);
    expect(await listShares(ownOrder.id)).toEqual([]);

    const buyer = await createPartner();
    const { order } = await buyFromNewSeller(buyer, { broughtBy: buyer });
    expect(await listShares(order.id)).toEqual([]);
  });
});

describe('a share', () => {
  const createOrder = async () => {
    const buyer = await createTestUser(api, { referredBy: await createPartner() });
    return { buyer, ...(await buyFromNewSeller(buyer)) };
  };

  test('is approved by the hand-out, once', async () => {
    const { seller, order, pin } = await createOrder();
    api.clock.set('2026-11-20T17:45:00Z');
    await handOutOrder(seller, order.id, pin);
    api.clock.advance(MINUTE);
    await handOutOrder(seller, order.id, pin);
    expect(await listShares(order.id)).toMatchObject([
      { state: 'approved', reason: 'collected', approved_at: new Date('2026-11-20T17:45:00Z') },
    ]);
  });

  test('of an order not collected is approved as of its report deadline, however late the job runs', async () => {
    const { order } = await createOrder();
    const reportDeadline = new Date('2026-11-22T19:00:00Z');
    api.clock.set(new Date(reportDeadline.getTime() - 1).toISOString());
    await api.jobs.runScheduled('affiliates.approve-shares');
    expect(await listShares(order.id)).toMatchObject([{ state: 'pending' }]);
    api.clock.advance(10 * 24 * 60 * MINUTE);
    await api.jobs.runScheduled('affiliates.approve-shares');
    expect(await listShares(order.id)).toMatchObject([
      { state: 'approved', reason: 'time_over', approved_at: reportDeadline },
    ]);
  });

  test('is cancelled with the order, for good', async () => {
    const { buyer, order } = await createOrder();
    await buyer.call('cancelOrder', { params: { id: order.id }, body: null });
    api.clock.set('2026-12-24T12:00:00Z');
    await api.jobs.runScheduled('affiliates.approve-shares');
    expect(await listShares(order.id)).toMatchObject([{ state: 'reversed', reason: 'cancelled_by_buyer' }]);
  });
});

describe('rules', () => {
  /** Few ids, so that one user often has several roles. */
  const anyUserId = fc.integer({ min: 1, max: 5 });
  const anyOrder = fc.record({ buyerId: anyUserId, sellerId: anyUserId });
  const anyPartners = fc
    .array(fc.tuple(anyUserId, anyUserId), { maxLength: 5 })
    .map((pairs) => new Map(pairs.filter(([id, partner]) => id !== partner)));

  test('partners earn nothing on their own orders, each side has at most one earner, and no other partner is left out', () => {
    fc.assert(
      fc.property(anyOrder, anyPartners, (sides, partnerByUser) => {
        const shares = listEarners(sides, partnerByUser);
        expect(new Set(shares.map(({ side }) => side)).size).toBe(shares.length);
        for (const { side, partnerId, referredUserId: userId } of shares) {
          expect(userId).toBe(side === 'buyer' ? sides.buyerId : sides.sellerId);
          expect(partnerByUser.get(userId)).toBe(partnerId);
          expect([sides.buyerId, sides.sellerId]).not.toContain(partnerId);
        }
        for (const [side, id] of [['buyer', sides.buyerId] as const, ['seller', sides.sellerId] as const]) {
          const partner = partnerByUser.get(id);
          const shouldEarn = partner !== undefined && partner !== sides.buyerId && partner !== sides.sellerId;
          expect(shares.some((share) => share.side === side)).toBe(shouldEarn);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a partner who referred buyer and seller earns both shares', () => {
    const partnerByUser = new Map([
      [1, 3],
      [2, 3],
    ]);
    expect(listEarners({ buyerId: 1, sellerId: 2 }, partnerByUser)).toEqual([
      { side: 'buyer', partnerId: 3, referredUserId: 1 },
      { side: 'seller', partnerId: 3, referredUserId: 2 },
    ]);
  });

  test.each([
    ['the seller who referred the buyer', { buyerId: 1, sellerId: 2 }, new Map([[1, 2]])],
    ['the buyer who referred the seller', { buyerId: 1, sellerId: 2 }, new Map([[2, 1]])],
  ])('%s earns nothing', (_, sides, partnerByUser) => expect(listEarners(sides, partnerByUser)).toEqual([]));

  test.each([
    ['2026-11-20T12:00:00Z', '2026-12-01'],
    ['2026-12-05T23:59:59Z', '2027-01-01'],
    ['2026-12-06T00:00:00Z', '2027-01-01'],
    ['2026-06-30T23:00:00Z', '2026-08-01'],
    ['2027-01-31T12:00:00Z', '2027-02-01'],
  ])('at %s the next credit is on %s', (now, credit) =>
    expect(getNextCreditDate(new Date(now), 'Europe/Lisbon')).toBe(credit),
  );

  describe('payouts settle the oldest months first', () => {
    const buildCredits = (...cents: number[]) =>
      cents.map((amount_cents, i) => ({ month: `2026-0${i + 1}-01`, amount_cents }));
    test.each([
      [buildCredits(), 0, null],
      [buildCredits(500, 700), 0, null],
      [buildCredits(500, 700), 500, '2026-01-01'],
      [buildCredits(500, 700), 1100, '2026-01-01'],
      [buildCredits(500, 700), 1200, '2026-02-01'],
      // A negative month and the one before it were paid out together.
      [buildCredits(1500, -200), 1300, '2026-02-01'],
      [buildCredits(1500, -200, 400), 1300, '2026-02-01'],
      [buildCredits(1500, 0), 1500, '2026-02-01'],
    ])('%j with %d cents paid out: settled until %s', (credits, cents, expected) =>
      expect(findLastPaidOutMonth(credits, cents)).toBe(expected),
    );

    test('all months when everything is paid out, none when nothing is', () => {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: -500, max: 5000 }), { minLength: 1, maxLength: 9 }),
          (cents) => {
            const credits = buildCredits(...cents);
            const sum = cents.reduce((a, b) => a + b, 0);
            if (sum > 0) expect(findLastPaidOutMonth(credits, sum)).toBe(credits.at(-1)!.month);
            expect(findLastPaidOutMonth(credits, 0)).toBeNull();
          },
        ),
      );
    });
  });

  test('a referral is active for thirty days after an order', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const getStatus = (last: string | null, left = false) =>
      getReferralStatus({ left, last_order_at: last ? new Date(last) : null }, now);
    expect(getStatus(null)).toBe('new');
    expect(getStatus('2026-10-21T12:00:00Z')).toBe('active');
    expect(getStatus('2026-10-21T11:59:59Z')).toBe('paused');
    expect(getStatus('2026-11-20T11:00:00Z', true)).toBe('left');
  });
});
