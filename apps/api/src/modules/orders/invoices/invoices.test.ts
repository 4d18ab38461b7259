import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  createMember,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  expectApiError,
  payHold,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { canChangeInvoice, getInvoiceDeadline } from './invoices.rules.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const NIF = '254318070';
const OTHER_NIF = '501442600';

type InvoiceBody = {
  invoice_name?: string | null;
  invoice_tax_number?: string | null;
  keep_invoice_details?: boolean;
};

const initiate = (buyer: TestUser, productId: number, invoice: InvoiceBody = {}) =>
  buyer.call('initiatePayment', { body: { amount: 3.99, currency: 'EUR', productId, ...invoice } });
const setInvoice = (buyer: TestUser, id: number, invoice: InvoiceBody) =>
  buyer.call('setOrderInvoice', { params: { id }, body: invoice });
const getSellerOrder = async (seller: TestUser, id: number) =>
  (await seller.call('listSellerOrders', { query: { search: String(id) } })).data[0]!;
const listKept = async (buyer: TestUser) => (await buyer.call('getInvoiceDetails')).data;

describe('before paying', () => {
  test('name and number come with the hold, and the order has them', async () => {
    const { productId, seller } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const hold = await initiate(buyer, productId, {
      invoice_name: ' Marta Salgado ',
      invoice_tax_number: '254 318 070',
    });
    expect((await buyer.call('listMyHolds')).data).toMatchObject([
      { invoice_name: 'Marta Salgado', invoice_tax_number: NIF },
    ]);
    const order = await payHold(buyer, hold);
    expect(order.invoice).toMatchObject({ name: 'Marta Salgado', tax_number: NIF, can_change: true });
    expect((await getSellerOrder(seller, order.id)).invoice).toMatchObject({
      name: 'Marta Salgado',
      tax_number: NIF,
      is_late: false,
    });
    const { rows } = await sql`select invoice_name, invoice_tax_number from payments`.execute(api.db);
    expect(rows).toEqual([{ invoice_name: null, invoice_tax_number: null }]);
    expect(await listKept(buyer)).toBeNull();
  });

  test('a wrong number is refused with the other faults, and takes no unit', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await expectApiError(
      initiate(buyer, productId, { invoice_tax_number: '254318071' }),
      1,
      'invoice_tax_number',
    );
    await expectApiError(initiate(buyer, productId, { invoice_name: 'Marta' }), 1, 'invoice_tax_number');
    await expectApiError(
      buyer.call('initiatePayment', {
        body: { amount: 1, currency: 'EUR', productId, invoice_tax_number: '1' },
      }),
      ...([1, 'amount', 'invoice_tax_number'] as const),
    );
    expect((await buyer.call('listMyHolds')).data).toEqual([]);
  });

  test('a sign that cannot stand on an invoice is refused with its number, before paying and after', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const invoice = { invoice_name: 'Marta 🙂', invoice_tax_number: NIF };
    const refusal = { errors: { invoice_name: [expect.stringContaining('“🙂” cannot be written')] } };
    await expect(initiate(buyer, productId, invoice)).rejects.toMatchObject(refusal);
    const order = await payHold(buyer, await initiate(buyer, productId));
    await expect(setInvoice(buyer, order.id, invoice)).rejects.toMatchObject(refusal);
    await setInvoice(buyer, order.id, { ...invoice, invoice_name: 'Марта Salgado' });
  });

  test.each([
    ['254318071', /NIF: it has nine digits/],
    ['FR12', /number of the country of its first two letters/],
    ['US123456789', /begin with US/],
  ])('%s is refused with what is wrong about it', async (number, message) => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await expect(initiate(buyer, productId, { invoice_tax_number: number })).rejects.toMatchObject({
      errors: { invoice_tax_number: [expect.stringMatching(message)] },
    });
  });

  test('asked again, it changes what the hold has; without the fields it stays', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const first = await initiate(buyer, productId, { invoice_tax_number: NIF });
    expect((await initiate(buyer, productId)).token).toBe(first.token);
    expect((await buyer.call('listMyHolds')).data[0]!.invoice_tax_number).toBe(NIF);
    await initiate(buyer, productId, { invoice_tax_number: OTHER_NIF, invoice_name: 'Aurora' });
    expect((await buyer.call('listMyHolds')).data[0]).toMatchObject({
      invoice_tax_number: OTHER_NIF,
      invoice_name: 'Aurora',
    });
    await initiate(buyer, productId, { invoice_tax_number: '' });
    expect((await payHold(buyer, first)).invoice).toMatchObject({ name: null, tax_number: null });
  });

  test('the number is one of the country of the seller, or has the letters of another', async () => {
    const { productId, seller } = await createProductOnSale(api);
    await seller.call('updateBusiness', {
      body: { ...BUSINESS_BODY, country: 'DE', vat_number: 'DE136695976' },
    });
    const buyer = await createTestUser(api);
    await expectApiError(
      initiate(buyer, productId, { invoice_tax_number: 'PT254318071' }),
      1,
      'invoice_tax_number',
    );
    const hold = await initiate(buyer, productId, { invoice_tax_number: '29/815/08150' });
    const order = await payHold(buyer, hold);
    expect(order.invoice).toMatchObject({ tax_number: '2981508150', country: 'DE' });
    const changed = await setInvoice(buyer, order.id, { invoice_tax_number: `PT ${NIF}` });
    expect(changed.data.invoice.tax_number).toBe(`PT${NIF}`);
  });
});

describe('after the purchase', () => {
  test('it is given, changed and removed until the end of the pickup day at the sale place', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    api.clock.set('2026-11-20T16:00:00.000Z');
    const saved = await setInvoice(buyer, id, { invoice_tax_number: NIF, invoice_name: 'Marta' });
    expect(saved.data.invoice).toMatchObject({
      name: 'Marta',
      tax_number: NIF,
      change_until: '2026-11-21T00:00:00.000Z',
    });
    expect((await getSellerOrder(seller, id)).invoice).toEqual({
      name: 'Marta',
      tax_number: NIF,
      given_at: '2026-11-20T16:00:00.000Z',
      is_late: true,
    });
    // The same again is no news.
    api.clock.set('2026-11-20T17:00:00.000Z');
    await setInvoice(buyer, id, { invoice_tax_number: NIF, invoice_name: 'Marta' });
    expect((await getSellerOrder(seller, id)).invoice!.given_at).toBe('2026-11-20T16:00:00.000Z');
    api.clock.set('2026-11-20T23:59:59.000Z');
    // The name belongs to the number before.
    expect((await setInvoice(buyer, id, { invoice_tax_number: OTHER_NIF })).data.invoice).toMatchObject({
      name: null,
      tax_number: OTHER_NIF,
    });
    expect((await setInvoice(buyer, id, { invoice_tax_number: '' })).data.invoice.tax_number).toBeNull();
    expect((await getSellerOrder(seller, id)).invoice).toBeNull();
    api.clock.set('2026-11-21T00:00:00.000Z');
    await expectApiError(setInvoice(buyer, id, { invoice_tax_number: NIF }), 5);
    expect((await buyer.call('getOrder', { params: { id } })).data.invoice.can_change).toBe(false);
  });

  test('not of an order that was given back, nor of somebody else’s', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    for (const other of [seller, await createTestUser(api)])
      await expectApiError(setInvoice(other, id, { invoice_tax_number: NIF }), 4);
    await buyer.call('cancelOrder', { params: { id }, body: null });
    await expectApiError(setInvoice(buyer, id, { invoice_tax_number: NIF }), 5);
  });

  test('a wrong number is refused and changes nothing', async () => {
    const { buyer, id } = await createPaidOrder(api);
    await setInvoice(buyer, id, { invoice_tax_number: NIF });
    await expectApiError(setInvoice(buyer, id, { invoice_tax_number: '999999990' }), 1, 'invoice_tax_number');
    expect((await buyer.call('getOrder', { params: { id } })).data.invoice.tax_number).toBe(NIF);
  });

  test('the seller is told while looking at the orders', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const orderIds: unknown[] = [];
    const stop = api.context.liveEvents.subscribe('orders', (event) => {
      if (event !== 'gap') orderIds.push(event.order_id);
    });
    // The first changes may come before the process listens.
    let changes = 0;
    await expect
      .poll(async () => {
        await setInvoice(buyer, id, { invoice_tax_number: NIF, invoice_name: `Marta ${++changes}` });
        return orderIds;
      })
      .toContain(id);
    stop();
  });
});

test('the counter sees it: members by the PIN, a device in its list', async () => {
  const { buyer, seller, id, pin, salePlaceId } = await createPaidOrder(api);
  await setInvoice(buyer, id, { invoice_tax_number: NIF, invoice_name: 'Marta' });
  api.clock.set('2026-11-20T17:45:00.000Z');
  const member = await createMember(api, seller, 'counter');
  const device = await createTestCounter(api, seller, salePlaceId);
  const checked = await member.call('checkPin', { body: { sale_place_id: salePlaceId, pin } });
  expect(checked.data.invoice).toMatchObject({ name: 'Marta', tax_number: NIF });
  const { data } = await device.call('listSellerOrders', { query: {} });
  expect(data).toMatchObject([{ id, invoice: { name: 'Marta', tax_number: NIF } }]);
});

describe('kept for the next purchase', () => {
  test('only on request; forgotten on request, while orders keep theirs', async () => {
    const { buyer, id } = await createPaidOrder(api);
    await setInvoice(buyer, id, { invoice_tax_number: NIF });
    expect(await listKept(buyer)).toBeNull();
    await setInvoice(buyer, id, {
      invoice_tax_number: NIF,
      invoice_name: 'Marta',
      keep_invoice_details: true,
    });
    expect(await listKept(buyer)).toEqual({ name: 'Marta', tax_number: NIF });
    await buyer.call('removeInvoiceDetails');
    await buyer.call('removeInvoiceDetails');
    expect(await listKept(buyer)).toBeNull();
    expect((await buyer.call('getOrder', { params: { id } })).data.invoice.tax_number).toBe(NIF);
  });

  test('with the payment too', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await initiate(buyer, productId, { invoice_tax_number: NIF, keep_invoice_details: true });
    expect(await listKept(buyer)).toEqual({ name: null, tax_number: NIF });
    expect(await listKept(await createTestUser(api))).toBeNull();
  });
});

describe('the pickup day', () => {
  const atLisbon = (end: string) =>
    getInvoiceDeadline({ pickup_end: new Date(end), time_zone: 'Europe/Lisbon' });

  test.each([
    ['2026-11-20T19:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T01:00:00Z', '2026-11-22T00:00:00.000Z'],
    // Summer time.
    ['2026-07-10T22:30:00Z', '2026-07-10T23:00:00.000Z'],
  ])('of a window until %s ends at %s', (end, expected) => {
    expect(atLisbon(end).toISOString()).toBe(expected);
  });

  test.each([
    ['paid', true],
    ['collected', true],
    ['not_collected', true],
    ['cancelled_by_buyer', false],
    ['refunded', false],
  ] as const)('matters to an order that is %s: %s', (state, expected) => {
    const order = { state, pickup_end: new Date('2026-11-20T19:00:00Z'), time_zone: 'Europe/Lisbon' };
    expect(canChangeInvoice(order, new Date('2026-11-20T20:00:00Z'))).toBe(expected);
  });
});
