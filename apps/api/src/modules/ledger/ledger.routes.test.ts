import { localDate } from '@wopack/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { runInTransaction } from '../../../test/support/run-in-transaction.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { creditMonths } from '../affiliates/index.ts';
import { refundOrder } from '../orders/index.ts';
import { issueStatements } from './statements/issue-statements.ts';
import { buildStatementPdf } from './statements/statement-pdf.ts';

/**
 * Rui sells a unit on each of three days; the first is refunded in part, the last fully. He also buys one.
 */
const api = useTestApp();
let sellerAccount: TestUser;
let orderIds: number[];

beforeAll(async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
  sellerAccount = seller;
  orderIds = [];
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) {
    api.clock.set(`${day}T12:00:00Z`);
    await api.jobs.runScheduled('products.generate-slots');
    orderIds.push((await buyProduct(await createTestUser(api), productId)).id);
  }
  await buyProduct(sellerAccount, (await createProductOnSale(api)).productId);
  const DECISION = { decidedBy: 'operator', reason: 'stale' } as const;
  await runInTransaction(api.context, refundOrder, {
    orderId: orderIds[0]!,
    refundedTotalCents: 100,
    ...DECISION,
  });
  await runInTransaction(api.context, refundOrder, {
    orderId: orderIds[2]!,
    refundedTotalCents: 'all',
    ...DECISION,
  });
});

type Query = NonNullable<Parameters<typeof listTransactions>[0]>;
const listTransactions = (
  query: { role?: 'buyer' | 'seller'; kind?: 'sale' | 'reversal'; from?: string; to?: string } & {
    limit?: number;
    cursor?: string;
  } = {},
) => sellerAccount.call('listTransactions', { query });
const listKinds = async (query: Query) => (await listTransactions(query)).data.map(({ kind }) => kind);
async function listCsvAmounts(query: Query) {
  const file = await (await sellerAccount.call('exportTransactions', { query })).text();
  const [, ...lines] = file.trim().split('\r\n');
  return lines.map((line) => line.split(',').at(-1));
}

test('movements of all roles, newest first, with sums of credits and debits', async () => {
  expect(await listKinds({})).toEqual(['reversal', 'partial_refund', 'purchase', 'sale', 'sale', 'sale']);
  expect((await listTransactions()).sums).toEqual({ count: 6, in_cents: 810, out_cents: 100 + 270 + 399 });
  expect(await listCsvAmounts({})).toEqual(['-2.70', '-1.00', '-3.99', '2.70', '2.70', '2.70']);
});

test.each([
  [{ role: 'buyer' }, ['purchase'], { count: 1, in_cents: 0, out_cents: 399 }],
  [{ kind: 'sale' }, ['sale', 'sale', 'sale'], { count: 3, in_cents: 810, out_cents: 0 }],
  [{ kind: 'reversal', role: 'seller' }, ['reversal'], { count: 1, in_cents: 0, out_cents: 270 }],
  [{ kind: 'reversal', role: 'buyer' }, [], { count: 0, in_cents: 0, out_cents: 0 }],
  [{ to: '2026-11-18' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-19', to: '2026-11-19' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-20', kind: 'sale' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-21' }, [], { count: 0, in_cents: 0, out_cents: 0 }],
] as [Query, string[], object][])('%j: list, sums and file agree', async (query, expected, sums) => {
  expect(await listKinds(query)).toEqual(expected);
  expect((await listTransactions(query)).sums).toEqual(sums);
  expect(await listCsvAmounts(query)).toHaveLength(expected.length);
});

test('paging skips and repeats nothing, and only the first page has sums', async () => {
  const listedIds: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const { data, next_cursor, sums } = await listTransactions({ limit: 2, ...(cursor && { cursor }) });
    expect(sums === null).toBe(page > 0);
    listedIds.push(...data.map(({ id }) => id));
    expect(next_cursor === null).toBe(page === 2);
    cursor = next_cursor ?? undefined;
  }
  expect(new Set(listedIds).size).toBe(6);
  expect(listedIds).toEqual([...listedIds].sort((a, b) => Number(b) - Number(a)));
});

test('packs are named in the language of the reader, in list and file', async () => {
  const { productId } = await createProductOnSale(api);
  const name = { pt: 'Saco de pães', en: 'Bag of bread', ru: 'Пакет с хлебом' };
  await api.context.db
    .updateTable('products')
    .set({ name: name.pt, language: 'pt' })
    .where('id', '=', productId)
    .execute();
  await api.context.db
    .insertInto('product_texts')
    .values(
      (['en', 'ru'] as const).map((language) => ({
        product_id: productId,
        language,
        name: name[language],
        description: '',
        is_translated: false,
      })),
    )
    .execute();
  const buyer = await createTestUser(api);
  await buyProduct(buyer, productId);
  for (const language of ['pt', 'en', 'ru'] as const) {
    const call = api.client(buyer.token, language);
    expect((await call('listTransactions')).data.map(({ text }) => text)).toEqual([name[language]]);
    expect(await (await call('exportTransactions')).text()).toContain(name[language]);
  }
});

test("days follow the operator's time zone", async () => {
  api.clock.set('2026-07-10T23:30:00Z');
  const lateBuyer = await createTestUser(api);
  // 00:30 on the 11th in Lisbon.
  await buyProduct(lateBuyer, (await createProductOnSale(api)).productId);
  const countOn = async (day: string) =>
    (await lateBuyer.call('listTransactions', { query: { from: day, to: day } })).data.length;
  expect([await countOn('2026-07-10'), await countOn('2026-07-11')]).toEqual([0, 1]);
});

test('a period that ends before it begins is refused in list and file', async () => {
  const query = { from: '2026-11-20', to: '2026-11-19' };
  await expectApiError(listTransactions(query), 1, 'from');
  await expectApiError(sellerAccount.call('exportTransactions', { query }), 1, 'from');
});

test('a user sees no movements of others', async () => {
  const otherSeller = await createTestUser(api, { isSeller: true });
  expect((await otherSeller.call('listTransactions')).data).toEqual([]);
});

test.each(['bank_file', 'stripe_connect'] as const)(
  'who handed a business over has no movements of it, in list and file (%s)',
  async (payoutWay) => {
    api.context.config.payoutWay = payoutWay;
    const { seller, productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    const owner = await createMember(api, seller, 'owner');
    const { id } = await api.db
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', seller.id)
      .executeTakeFirstOrThrow();
    await seller.call('endMember', { params: { id }, body: { password: TEST_PASSWORD } });
    const query = { role: 'seller' } as const;
    expect((await seller.call('listTransactions', { query })).data).toEqual([]);
    const file = await (await seller.call('exportTransactions', { query })).text();
    expect(file.trim()).toBe('"Date and time","Role","What","Order","Pack","Amount"');
    const ofBusiness = { query: { business_id: seller.id } };
    await expectApiError(seller.call('exportTransactions', ofBusiness), 3);
    expect((await owner.call('listTransactions', ofBusiness)).data).toMatchObject([{ kind: 'sale' }]);
    api.context.config.payoutWay = 'bank_file';
  },
);

test('lines have the day of the pickup and the time at the sale place, in list and files', async () => {
  // Half past eleven on the 27th there, past midnight in the operator's zone.
  api.clock.set('2026-10-28T00:30:00Z');
  const salePlace = { name: 'Padaria das Ilhas', latitude: 37.74, longitude: -25.67 };
  const { seller, productId } = await createProductOnSale(api, { salePlace });
  const order = await buyProduct(await createTestUser(api), productId);
  const [movement] = (await seller.call('listTransactions')).data;
  expect(movement).toMatchObject({ at: '2026-10-28T00:30:00.000Z', time_zone: 'Atlantic/Azores' });
  expect(await (await seller.call('exportTransactions')).text()).toContain('"2026-10-27 23:30","Seller"');

  api.clock.set('2026-11-02T12:00:00Z');
  await issueStatements(api.context);
  const { id } = (await seller.call('listStatements')).data[0]!;
  const statement = (await seller.call('getStatement', { params: { id } })).data;
  const { pickup_start } = await api.db
    .selectFrom('orders')
    .select('pickup_start')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const day = localDate(pickup_start, 'Atlantic/Azores').toString();
  expect(statement.lines).toMatchObject([
    { day, at: '2026-10-28T00:30:00.000Z', time_zone: 'Atlantic/Azores', sale_place: salePlace.name },
  ]);
  const csv = await (await seller.call('exportStatementCsv', { params: { id } })).text();
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    '"Day (pickup)","What","Date and time","Order","Pack","Packs","Shop","Price","Commission","Amount"',
    ',"Carried over",,,,,,,,0.00',
    `"${day}","Sale","2026-10-27 23:30",${order.id},"Cesto de fim de tarde",1,"Padaria das Ilhas",3.99,-1.29,2.70`,
  ]);
  const content = await buildStatementPdf({ statement, language: 'pt', timeZone: 'Europe/Lisbon' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  expect(text).toContain(day.split('-').toReversed().join('/'));
});

test("a partner's statement has the exact amount in a column of its own, and no columns of sales", async () => {
  api.clock.set('2026-10-20T12:00:00Z');
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
  const buyer = await createTestUser(api, { referredBy: partner });
  const { productId } = await createProductOnSale(api);
  await buyProduct(buyer, productId);
  api.clock.set('2026-11-02T12:00:00Z');
  await creditMonths(api.context);
  await issueStatements(api.context);
  const { id } = (await partner.call('listStatements')).data[0]!;
  const csv = await (await partner.call('exportStatementCsv', { params: { id } })).text();
  expect(csv.trim().split('\r\n')).toEqual([
    '"Day (pickup)","What","Exact, EUR","Amount"',
    ',"Carried over",,0.00',
    '"2026-10-31","Partner shares",0.1935,0.19',
    ',"Balance",,0.19',
  ]);
  const statement = (await partner.call('getStatement', { params: { id } })).data;
  const content = await buildStatementPdf({ statement, language: 'en', timeZone: 'Europe/Lisbon' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  expect(text).toContain('€0.1935');
  expect(text).not.toContain('Commission');
});

function buildLongStatement() {
  const party = {
    name: 'Aurora, Lda.',
    address: 'Rua da Prata 1',
    country: null,
    vat_number: 'PT501442600',
  };
  const line = {
    at: '2026-11-20T12:00:00.000Z',
    time_zone: 'Europe/Lisbon',
    day: '2026-11-20',
    sale_place: 'Padaria Aurora',
    exact_hundredths: null,
    packs: 1,
    kind: 'sale' as const,
    order_id: 10482,
    text: 'A long name of a pack, twice',
    amount_cents: 270,
    commission_cents: 129,
    price_cents: 399,
  };
  return {
    id: 1,
    number: 'WP-2026-00017',
    role: 'seller' as const,
    month: '2026-11',
    issued_at: '2026-12-01T03:00:00.000Z',
    corrects: null,
    corrected_by: null,
    reason: null,
    opening_cents: 0,
    closing_cents: 27000,
    month_cents: 27000,
    payout_state: null,
    issuer: party,
    party,
    sums: [],
    commission_cents: 12900,
    vat_percent: 23,
    vat_cents: 2412,
    commission_invoices: [],
    lines: Array.from({ length: 100 }, () => line),
  };
}

test.each([
  ['en', 'page 2 of', 'Commission'],
  ['pt', 'página 2 de', 'Comissão'],
  ['ru', 'страница 2 из', 'Комиссия'],
] as const)(
  'a long statement has headings and a number on every page: %s',
  async (language, pageText, column) => {
    const statement = buildLongStatement();
    const content = await buildStatementPdf({ statement, language, timeZone: 'Europe/Lisbon' });
    const { text: pages, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(content)));
    expect(totalPages).toBeGreaterThan(2);
    expect(pages[1]).toContain(`${pageText} ${totalPages}`);
    for (const page of pages) {
      expect(page).toContain(column);
      expect(page).toContain('WP-2026-00017');
    }
    // No row is lost between pages.
    expect(pages.join(' ').match(/10482/g)).toHaveLength(100);
  },
);

test.each([
  ['en', 'Written in Latin letters here'],
  ['pt', 'Escrito aqui em letras latinas'],
  ['ru', 'Здесь записано латиницей'],
] as const)(
  'a statement has the letters of all names, or says which it lacks: %s',
  async (language, note) => {
    const statement = buildLongStatement();
    const read = async (name: string) => {
      const named = { ...statement, party: { ...statement.party, name }, lines: statement.lines.slice(0, 1) };
      const content = await buildStatementPdf({ statement: named, language, timeZone: 'Europe/Lisbon' });
      return (await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })).text;
    };
    const plain = await read('Žižkov ‑ Ελληνικά ђ');
    expect(plain).toContain('Žižkov ‑ Ελληνικά ђ');
    expect(plain).not.toContain(note);
    const other = await read('Padaria 東京');
    expect(other).toContain('Padaria DongJing*');
    expect(other.replaceAll(/\s+/g, ' ')).toContain(note);
  },
);

test.each([
  ['pt', 'Este extrato não é uma fatura', 'é faturada num documento próprio'],
  ['en', 'This statement is not an invoice', 'is invoiced by a document of its own'],
  ['ru', 'Эта выписка не является счётом-фактурой', 'выставляется отдельный документ'],
] as const)(
  'a statement says that it is no invoice, or that one follows: %s',
  async (language, none, own) => {
    const invoice = {
      ...{ id: 1, kind: 'invoice' as const, amount_cents: 129, is_issued: false, number: null, atcud: null },
      ...{ is_by_hand: false, waits_for: null, issued_at: null, has_pdf: false },
    };
    const statement = { ...buildLongStatement(), lines: [] };
    const read = async (commissionInvoices: (typeof invoice)[]) => {
      const content = await buildStatementPdf({
        statement: { ...statement, commission_invoices: commissionInvoices },
        language,
        timeZone: 'Europe/Lisbon',
      });
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), {
        mergePages: true,
      });
      return text.replaceAll(/\s+/g, ' ');
    };
    expect(await read([])).toContain(none);
    expect(await read([invoice])).toContain(own);
  },
);

test.each([
  ['pt', 'Noruega', 'Emitido em 01/12/2026'],
  ['en', 'Norway', '01/12/2026'],
  ['ru', 'Норвегия', '01.12.2026'],
] as const)(
  'a statement names the country and the day as its reader does: %s',
  async (language, country, issued) => {
    const long = buildLongStatement();
    const statement = {
      ...long,
      issued_at: '2026-12-01T10:00:00Z',
      party: { ...long.party, country: 'NO' as const },
      lines: [],
    };
    const content = await buildStatementPdf({ statement, language, timeZone: 'Europe/Lisbon' });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
    expect(text).toContain(country);
    expect(text).toContain(issued);
  },
);
