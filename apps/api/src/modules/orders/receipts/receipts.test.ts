import { beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  payHold,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { readPdfText } from '../../../../test/support/pdf.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import type { Mail } from '../../../platform/mail/mail-message.ts';
import { orderMails } from '../order-view.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

type Language = 'pt' | 'en' | 'ru';

async function readReceipt({ token }: TestUser, id: number, language: Language = 'en'): Promise<string> {
  const response = await api.app.inject({
    url: `/api/v1/orders/${id}/receipt`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/pdf');
  return readPdfText(response.rawPayload);
}

const stateBusiness = (seller: TestUser, change: Partial<typeof BUSINESS_BODY> = {}) =>
  seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...change } });

test('says who sold, what, for how much, with which VAT and how it was paid', async () => {
  const { buyer, seller, id } = await createPaidOrder(api);
  await stateBusiness(seller, { vat_percent: 13 });
  const text = await readReceipt(buyer, id);
  for (const part of [
    `Order no. ${id}`,
    'Aurora Panificação, Lda.',
    'Rua da Trindade 18, 1200-468 Lisboa',
    'Portugal',
    'VAT number PT501442600',
    'Padaria Aurora',
    'Cesto de fim de tarde',
    'Total €3.99',
    'The price includes VAT at 13%: €0.46.',
    'Paid on 20 November 2026 at 12:00 with card •• 4242.',
    'This is not an invoice: the shop issues it on request.',
    'No right of withdrawal: food that spoils quickly',
    'Terms and conditions of the purchase: version of 2026-11-30',
  ])
    expect(text).toContain(part);
});

test.each([
  ['pt', 'Comprovativo de compra', 'Isento de IVA, segundo a loja.'],
  ['ru', 'Квитанция', 'Без НДС, по данным заведения.'],
] as const)('is in the language of the reader: %s', async (language, title, vat) => {
  const { buyer, seller, id } = await createPaidOrder(api);
  await stateBusiness(seller, { vat_percent: 0 });
  const text = await readReceipt(buyer, id, language);
  expect(text).toContain(title);
  expect(text).toContain(vat);
});

describe('the seller', () => {
  test('may not have said who they are yet: the receipt says so, and the next one has it', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    expect(await readReceipt(buyer, id)).toContain('The shop has not stated its legal name and address yet.');
    await stateBusiness(seller);
    const text = await readReceipt(buyer, id);
    expect(text).toContain('Aurora Panificação, Lda.');
    expect(text).toContain('the shop has not stated the rate');
  });

  test('is the one of the first receipt, whatever changes afterwards', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    await stateBusiness(seller, { vat_percent: 6 });
    await readReceipt(buyer, id);
    await stateBusiness(seller, { legal_name: 'Another name', vat_percent: 23 });
    for (const language of ['en', 'pt', 'ru'] as const) {
      const text = await readReceipt(buyer, id, language);
      expect(text).toContain('Aurora Panificação, Lda.');
      expect(text).not.toContain('Another name');
      expect(text).toMatch(/\b6\s?%/);
    }
  });

  test('changes the details without the VAT rate, which stays', async () => {
    const { seller } = await createPaidOrder(api);
    await stateBusiness(seller, { vat_percent: 6.5 });
    expect((await stateBusiness(seller, { legal_name: 'Another name' })).data.vat_percent).toBe(6.5);
    expect((await stateBusiness(seller, { vat_percent: null })).data.vat_percent).toBeUndefined();
    await expectApiError(stateBusiness(seller, { vat_percent: 31 }), 1, 'vat_percent');
  });
});

describe('an invoice by the shop', () => {
  const setInvoice = (buyer: TestUser, id: number, invoice_tax_number: string | null, invoice_name = '') =>
    buyer.call('setOrderInvoice', { params: { id }, body: { invoice_tax_number, invoice_name } });

  test('is for whom the buyer said, at once after each change', async () => {
    const { buyer, seller, id } = await createPaidOrder(api);
    await stateBusiness(seller);
    await readReceipt(buyer, id);
    await setInvoice(buyer, id, '254318070', 'Marta Salgado');
    const text = await readReceipt(buyer, id);
    expect(text).toContain('Invoice for Marta Salgado Tax number 254318070');
    expect(text).toContain('This is not an invoice: the shop issues it with this tax number.');
    await setInvoice(buyer, id, '501442600');
    expect(await readReceipt(buyer, id, 'pt')).toContain('Fatura para NIF 501442600');
    await setInvoice(buyer, id, null);
    expect(await readReceipt(buyer, id)).not.toContain('Invoice for');
  });

  test.each([
    ['mixed', 'The price includes VAT at several rates; the shop splits it on its invoice.'],
    [6, 'The price includes VAT at 6%: €0.23.'],
  ] as const)('has the rate of the product: %s', async (rate, expected) => {
    const { seller, productId } = await createProductOnSale(api);
    await stateBusiness(seller, { vat_percent: 23 });
    const { data } = await seller.call('getMyProduct', { params: { id: productId } });
    const { name, description, price, sale_place_id, photos, categories } = data;
    await seller.call('saveProduct', {
      body: {
        ...{ id: productId, sale_place_id, name, description, price, vat_rate: rate },
        ...{ photo: photos.map(({ path }) => path), categories: categories.map((category) => category.id) },
      },
    });
    expect((await seller.call('getMyProduct', { params: { id: productId } })).data.vat_rate).toBe(rate);
    const buyer = await createTestUser(api);
    const { id } = await buyProduct(buyer, productId);
    expect(await readReceipt(buyer, id)).toContain(expected);
  });
});

test('shows what was given back', async () => {
  const { buyer, id } = await createPaidOrder(api);
  expect(await readReceipt(buyer, id)).not.toContain('Refunded');
  await buyer.call('cancelOrder', { params: { id }, body: null });
  // Not before it is.
  const before = await readReceipt(buyer, id);
  expect(before).toContain('Refund on its way -€3.99');
  expect(before).not.toContain('Refunded');
  await api.jobs.runDue();
  const after = await readReceipt(buyer, id);
  expect(after).toContain('Refunded -€3.99');
  expect(after).not.toContain('on its way');
});

test('of several packs has their number and price, the parts, and what went back by which way', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 9 });
  const buyer = await createTestUser(api, { isEmailVerified: true });
  const support = await createTestOperator(api, 'support');
  const body = { amount_cents: 500, granted_cents: 0, note: 'Sorry.', reason: 'late' };
  await support.call('grantCredit', { params: { id: buyer.id }, body });
  const hold = await buyer.call('initiatePayment', {
    body: { amount: 11.97, quantity: 3, currency: 'EUR', productId, use_credit: true },
  });
  const { id } = await payHold(buyer, hold);
  await buyer.call('cancelOrder', { params: { id }, body: { quantity: 1, of: 3 } });
  await api.jobs.runDue();
  const text = await readReceipt(buyer, id);
  expect(text).toContain('3 × Cesto de fim de tarde');
  expect(text).toContain('3 × €3.99');
  expect(text).toContain('Paid by credit -€5.00');
  expect(text).toContain('Total €6.97');
  // 3.99 × 6.97 / 11.97, rounded up.
  expect(text).toContain('Refunded -€2.33');
  expect(text).toContain('Returned to your credit -€1.66');
  const mail = api.mails.find(({ subject, to }) => to === buyer.email && !subject.includes('credit'));
  expect(mail?.text).toContain('Packs: 3 × €3.99. €5.00');
});

test('is for the buyer alone', async () => {
  const { seller, id } = await createPaidOrder(api);
  for (const { call } of [seller, await createTestUser(api)])
    await expectApiError(call('exportReceiptPdf', { params: { id } }), 4);
});

test('prints the address whole', async () => {
  const { buyer, seller, id } = await createPaidOrder(api);
  const parts = { address: 'Rua da Trindade 18', post_code: '1200-468', city: 'Lisboa' };
  await stateBusiness(seller, { ...parts, kind: 'company' });
  expect(await readReceipt(buyer, id)).toContain('Rua da Trindade 18, 1200-468 Lisboa Portugal');
});

test('the mail of the purchase is a receipt too', async () => {
  const { seller, id } = await createPaidOrder(api);
  await stateBusiness(seller, { vat_percent: 13 });
  const template = orderMails(api.context).order as (data: { orderId: number }) => Promise<Mail | null>;
  const text = (await template({ orderId: id }))!.text;
  expect(text).toContain(
    'Sold by: Aurora Panificação, Lda., Rua da Trindade 18, 1200-468 Lisboa, Portugal, PT501442600.',
  );
  expect(text).toContain('The price includes VAT at 13%: €0.46.');
  expect(text).toContain('This is not an invoice: the shop issues it on request.');
});
