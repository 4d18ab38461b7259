import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { issueStatements } from '../../ledger/index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

async function readCsv({ token }: TestUser, query: object = {}, language = 'en') {
  const { status, text } = await sendRequest(api, 'exportVatSales', { query, token, language } as never);
  expect(status).toBe(200);
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { head: head!, lines };
}

const saveRate = async (seller: TestUser, id: number, vat_rate: number | 'mixed' | null) => {
  const { data } = await seller.call('getMyProduct', { params: { id } });
  await seller.call('saveProduct', {
    body: {
      ...{ id, sale_place_id: data.sale_place_id, name: data.name, description: data.description },
      ...{ price: data.price, photo: data.photos.map(({ path }) => path), vat_rate },
      categories: data.categories.map((category) => category.id),
    },
  });
};

const buy = async (productId: number) => {
  const buyer = await createTestUser(api, { name: 'Marta Salgado' });
  return { buyer, ...(await buyProduct(buyer, productId)) };
};

test('lists each order with its rate, net and tax; mixed ones apart; then sums by rate', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 9 });
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, vat_percent: 13 } });
  const byDefault = await buy(productId);
  await saveRate(seller, productId, 'mixed');
  const mixed = await buy(productId);
  await saveRate(seller, productId, 6);
  const own = await buy(productId);
  // What was sold keeps its rate.
  await saveRate(seller, productId, 23);
  await own.buyer.call('setOrderInvoice', {
    params: { id: own.id },
    body: { invoice_name: 'Marta; Salgado', invoice_tax_number: '254318070' },
  });
  const { head, lines } = await readCsv(seller);
  expect(head).toBe(
    '"Line","Date","Order","Shop","Pack","VAT rate in per cent","With VAT, EUR","Without VAT, EUR","VAT, EUR","Name on the invoice","Tax number"'.replace(
      '"Date"',
      '"Pickup date"',
    ),
  );
  const about = '"Padaria Aurora","Cesto de fim de tarde"';
  expect(lines).toEqual([
    `"sale","2026-11-20",${byDefault.id},${about},13,3.99,3.53,0.46,,`,
    `"sale","2026-11-20",${own.id},${about},6,3.99,3.76,0.23,"Marta; Salgado","254318070"`,
    `"sale","2026-11-20",${mixed.id},${about},"mixed",3.99,,,,`,
    '"sum",,,,,6,3.99,3.76,0.23,,',
    '"sum",,,,,13,3.99,3.53,0.46,,',
    '"sum",,,,,"mixed",3.99,,,,',
  ]);
  expect((await readCsv(seller, {}, 'pt')).lines[0]).toBe(
    `"venda";"2026-11-20";${byDefault.id};${about.replace(',', ';')};13;3,99;3,53;0,46;;`,
  );
});

test('refunds are negative lines on their own date, and a cancelled order leaves nothing', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 9 });
  await saveRate(seller, productId, 13);
  const cancelled = await buy(productId);
  await cancelled.buyer.call('cancelOrder', { params: { id: cancelled.id }, body: null });
  const reported = await buy(productId);
  api.clock.set('2026-11-21T10:00:00.000Z');
  await reported.buyer.call('reportOrder', { params: { id: reported.id }, body: { text: 'Vazio.' } });
  await seller.call('answerReport', {
    params: { id: reported.id },
    body: { answer: 'Desculpe.', refunded_cents: 150 },
  });
  const select = ({ lines }: { lines: string[] }) =>
    lines.map((line) => line.replace('"Padaria Aurora","Cesto de fim de tarde",', ''));
  expect(select(await readCsv(seller, { from: '2026-11-20', to: '2026-11-20' }))).toEqual([
    `"sale","2026-11-20",${cancelled.id},13,3.99,3.53,0.46,,`,
    `"refund","2026-11-20",${cancelled.id},13,-3.99,-3.53,-0.46,,`,
    `"sale","2026-11-20",${reported.id},13,3.99,3.53,0.46,,`,
    '"sum",,,,,13,3.99,3.53,0.46,,',
  ]);
  expect(select(await readCsv(seller, { from: '2026-11-21', to: '2026-11-21' }))).toEqual([
    `"refund","2026-11-21",${reported.id},13,-1.50,-1.33,-0.17,,`,
    '"sum",,,,,13,-1.50,-1.33,-0.17,,',
  ]);
});

test('with all rates, one of them changed in the month, the sums are those of statement and ledger', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 9 });
  const other = await createProductOnSale(api, { seller, quantity: 9 });
  const plain = await createProductOnSale(api, { seller, quantity: 9 });
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, vat_percent: 13 } });
  await saveRate(seller, productId, 6);
  await saveRate(seller, other.productId, 23);
  const former = await buy(productId);
  for (const id of [other.productId, other.productId, plain.productId]) await buy(id);
  // Receipts go out, which fix the rate of the business.
  await api.jobs.runDue();
  await saveRate(seller, productId, 23);
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, vat_percent: 6 } });
  await buy(productId);
  await buy(plain.productId);
  const cancelled = await buy(plain.productId);
  await cancelled.buyer.call('cancelOrder', { params: { id: cancelled.id }, body: null });
  api.clock.set('2026-11-21T10:00:00.000Z');
  // Of the former rate, although the pack has another one by now.
  await former.buyer.call('reportOrder', { params: { id: former.id }, body: { text: 'Vazio.' } });
  const answer = { answer: 'Desculpe.', refunded_cents: 101 };
  await seller.call('answerReport', { params: { id: former.id }, body: answer });
  const { lines } = await readCsv(seller, { from: '2026-11-01', to: '2026-11-30' });
  const sums = lines
    .filter((line) => line.startsWith('"sum"'))
    .map((line) => line.split(',').slice(5, 9).map(Number));
  // Prices with VAT; of them the tax to the cent, by rate.
  expect(sums).toEqual([
    [6, 6.97, expect.any(Number), expect.any(Number)],
    [13, 3.99, 3.53, 0.46],
    [23, 11.97, expect.any(Number), expect.any(Number)],
  ]);
  const toCents = (euros: number) => Math.round(euros * 100);
  for (const [rate, gross, net, tax] of sums as [number, number, number, number][]) {
    expect(toCents(net) + toCents(tax)).toBe(toCents(gross));
    const ofLines = lines.filter((line) => !line.startsWith('"sum"') && line.split(',')[5] === String(rate));
    for (const [column, sum] of [
      [6, gross],
      [7, net],
      [8, tax],
    ] as const)
      expect(ofLines.reduce((total, line) => total + toCents(Number(line.split(',')[column])), 0)).toBe(
        toCents(sum),
      );
  }
  const grossCents = sums.reduce((total, [, gross]) => total + toCents(gross!), 0);
  const { rows } = await sql<{ cents: number }>`
    select -sum(e.amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts account on account.id = e.account_id
    where t.order_id in (select id from orders where seller_id = ${seller.id})
      and account.account_kind in ('seller', 'commission')`.execute(api.db);
  expect(rows).toEqual([{ cents: grossCents }]);
  api.clock.set('2026-12-02T12:00:00.000Z');
  await issueStatements(api.context);
  const statement = await api.db
    .selectFrom('statements')
    .select(['closing_cents', 'commission_cents'])
    .where('user_id', '=', seller.id)
    .executeTakeFirstOrThrow();
  expect(statement.closing_cents + statement.commission_cents).toBe(grossCents);
});

test('what an operator cancels after the day of the pickup goes back on the day of that', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 9 });
  await saveRate(seller, productId, 13);
  const { id } = await buy(productId);
  api.clock.set('2026-11-22T00:30:00.000Z');
  const support = await createTestOperator(api, 'support');
  await support.call('cancelAdminOrder', { params: { id }, body: { reason: 'The shop burned down.' } });
  const listDates = async (from: string, to: string) =>
    (await readCsv(seller, { from, to })).lines.map((line) => line.split(',').slice(0, 3).join());
  expect(await listDates('2026-11-20', '2026-11-21')).toEqual([`"sale","2026-11-20",${id}`, '"sum",,']);
  expect(await listDates('2026-11-22', '2026-11-22')).toEqual([`"refund","2026-11-22",${id}`, '"sum",,']);
});

test('without any rate there is neither net nor tax', async () => {
  const { seller, productId } = await createProductOnSale(api);
  await buy(productId);
  expect((await readCsv(seller)).lines.map((line) => line.split(',').slice(-6).join())).toEqual([
    '"not stated",3.99,,,,',
    '"not stated",3.99,,,,',
  ]);
});

test('a member sees the sale places that they have', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const other = await createProductOnSale(api, { seller });
  await buy(productId);
  const accountant = await createMember(api, seller, 'accountant', { salePlaceIds: [other.salePlaceId] });
  expect((await readCsv(accountant)).lines).toEqual([]);
  expect((await readCsv(await createMember(api, seller, 'accountant'))).lines).toHaveLength(2);
});
