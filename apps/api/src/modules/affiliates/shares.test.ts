import { beforeEach, describe, expect, test } from 'vitest';
import { buy, type Person, person, shop } from '../../../test/builders.ts';
import { handOut } from '../../../test/sale.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const partner = () => person(api, { is_partner: true, verified: true });
const sharesOf = (orderId: number) =>
  api.db
    .selectFrom('affiliate_shares')
    .select(['side', 'partner_id', 'person_id', 'hundredths', 'state', 'reason', 'approved_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

async function boughtBy(buyer: Person, { broughtBy }: { broughtBy?: Person } = {}) {
  const seller = await person(api, { name: 'Rui Fontes', is_owner: true, broughtBy });
  const { productId } = await shop(api, { seller });
  const order = await buy(buyer, productId);
  return { seller, order, pin: order.pin! };
}

describe('an order that is paid', () => {
  test('gives the partner of each side 19.35 cents, pending', async () => {
    const [ofBuyer, ofSeller] = [await partner(), await partner()];
    const buyer = await person(api, { broughtBy: ofBuyer });
    const { seller, order } = await boughtBy(buyer, { broughtBy: ofSeller });
    const pending = { hundredths: 1935, state: 'pending', reason: 'paid', approved_at: null };
    expect(await sharesOf(order.id)).toEqual([
      { side: 'buyer', partner_id: ofBuyer.id, person_id: buyer.id, ...pending },
      { side: 'seller', partner_id: ofSeller.id, person_id: seller.id, ...pending },
    ]);
  });

  test('gives both shares to whoever brought both', async () => {
    const both = await partner();
    const { order } = await boughtBy(await person(api, { broughtBy: both }), { broughtBy: both });
    expect((await sharesOf(order.id)).map(({ partner_id }) => partner_id)).toEqual([both.id, both.id]);
  });

  test('gives nothing for people whom nobody brought, nor to somebody who is no partner any more', async () => {
    const gone = await partner();
    const buyer = await person(api, { broughtBy: gone });
    await gone.call('saveAffiliate', { body: { is_partner: false } });
    const { order } = await boughtBy(buyer);
    expect(await sharesOf(order.id)).toEqual([]);
    await gone.call('saveAffiliate', { body: { is_partner: true } });
    expect(await sharesOf((await boughtBy(buyer)).order.id)).toHaveLength(1);
  });

  test('gives nobody anything for what they buy or sell themselves', async () => {
    const seller = await person(api, { is_owner: true, is_partner: true });
    const { productId } = await shop(api, { seller });
    const toOwnClient = await buy(await person(api, { broughtBy: seller }), productId);
    expect(await sharesOf(toOwnClient.id)).toEqual([]);

    const buyer = await partner();
    const { order } = await boughtBy(buyer, { broughtBy: buyer });
    expect(await sharesOf(order.id)).toEqual([]);
  });
});

describe('a share', () => {
  const bought = async () => {
    const buyer = await person(api, { broughtBy: await partner() });
    return { buyer, ...(await boughtBy(buyer)) };
  };

  test('is approved when the pack is handed out, once', async () => {
    const { seller, order, pin } = await bought();
    api.clock.set('2026-11-20T17:45:00Z');
    await handOut(seller, order.id, pin);
    api.clock.advance(MINUTE);
    await handOut(seller, order.id, pin);
    expect(await sharesOf(order.id)).toMatchObject([
      { state: 'approved', reason: 'collected', approved_at: new Date('2026-11-20T17:45:00Z') },
    ]);
  });

  test('of a pack nobody came for is approved when it cannot be reported any more, however late that is seen', async () => {
    const { order } = await bought();
    const over = new Date('2026-11-22T19:00:00Z');
    api.clock.set(new Date(over.getTime() - 1).toISOString());
    await api.jobs.tick('affiliates.approve');
    expect(await sharesOf(order.id)).toMatchObject([{ state: 'pending' }]);
    api.clock.advance(10 * 24 * 60 * MINUTE);
    await api.jobs.tick('affiliates.approve');
    expect(await sharesOf(order.id)).toMatchObject([
      { state: 'approved', reason: 'time_over', approved_at: over },
    ]);
  });

  test('falls away when the order is cancelled, and stays away', async () => {
    const { buyer, order } = await bought();
    await buyer.call('cancelOrder', { params: { id: order.id }, body: null });
    api.clock.set('2026-12-24T12:00:00Z');
    await api.jobs.tick('affiliates.approve');
    expect(await sharesOf(order.id)).toMatchObject([{ state: 'reversed', reason: 'cancelled_by_buyer' }]);
  });
});
