import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../test/support/builders.ts';
import { handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';

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
