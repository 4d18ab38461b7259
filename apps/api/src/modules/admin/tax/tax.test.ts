import { text as readText } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  BUSINESS_BODY,
  createTestUser,
  expectApiError,
  IBAN,
  setUpPayouts,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { copyOrder, createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { countTurns } from '../../../../test/support/turns.ts';
import { postTransaction } from '../../ledger/index.ts';
import { buildDpiMessage } from './dpi-message.ts';
import { buildYearlyRow, type CompleteSeller, YEARLY_HEADER } from './tax.rules.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  Object.assign(api.context.config.operator, {
    name: 'WoPack Lisboa, Lda.',
    address: 'Rua da Prata 1',
    postCode: '1100-414',
    city: 'Lisboa',
    vatNumber: 'PT501442600',
  });
});

const COMPANY = {
  kind: 'company' as const,
  tax_country: 'PT' as const,
  register_number: '501442600',
  tax_number: '501 442 600',
  post_code: '1200-468',
  city: 'Lisboa',
};
const PERSON = {
  kind: 'person' as const,
  tax_country: 'ES' as const,
  first_name: 'Rui',
  last_name: 'Fontes',
  birth_date: '1980-05-31',
  tax_number: 'M1234567',
  post_code: '1200-468',
  city: 'Lisboa',
};

/** A seller with sales in the ledger: `[instant, number of sales]`. */
async function createSellerWithSales(sales: readonly (readonly [string, number])[]): Promise<TestUser> {
  const { seller, id } = await createPaidOrder(api);
  for (const [at, count] of sales)
    for (let i = 0; i < count; i++) {
      const now = new Date(at);
      const orderId = await copyOrder({ ...api, clock: { now: () => now } }, id, {
        reportDeadline: now,
      });
      const { payment_id: paymentId } = await api.db
        .selectFrom('orders')
        .select('payment_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const entries = [
        { account: { kind: 'provider' } as const, amountCents: 399 },
        { account: { kind: 'seller', userId: seller.id } as const, amountCents: -270 },
        { account: { kind: 'commission' } as const, amountCents: -129 },
      ];
      await api.db
        .transaction()
        .execute((trx) => postTransaction(trx, { kind: 'sale', paymentId, orderId, entries, now }));
    }
  return seller;
}

const compute = async (year: number) => {
  const finance = await createTestOperator(api, 'finance');
  const { data } = await finance.call('computeTaxYear', { body: { year } });
  return { finance, data };
};

describe('data of sellers for tax authorities', () => {
  test('of a company and of a person; what does not belong to the kind is dropped', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    const save = (tax: object) => seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...tax } });
    expect((await save(COMPANY)).data).toMatchObject({ ...COMPANY, tax_number: '501442600' });
    const { data } = await save({ ...PERSON, register_number: '77' });
    expect(data).toMatchObject(PERSON);
    expect(data).not.toHaveProperty('register_number');
    // Clients that do not know them leave them as they are.
    expect((await save({})).data).toEqual(data);
    expect((await seller.call('getBusiness')).data).toEqual(data);
    expect((await seller.call('exportAccount')).business).toEqual(data);
  });

  test.each([
    ['register_number', { ...COMPANY, tax_country: 'ES', register_number: ' ' }],
    ['register_number', { ...COMPANY, register_number: 'none' }],
    ['tax_number', { ...COMPANY, tax_number: '501442601' }],
    ['tax_number', { ...COMPANY, tax_country: 'ES', tax_number: undefined }],
    ['city', { ...COMPANY, city: '' }],
    ['post_code', { ...PERSON, post_code: '' }],
    ['first_name', { ...PERSON, first_name: '' }],
    ['last_name', { ...PERSON, last_name: undefined }],
    ['birth_date', { ...PERSON, birth_date: '31.05.1980' }],
    ['birth_date', { ...PERSON, birth_date: '1980-02-30' }],
    ['birth_date', { ...PERSON, birth_date: '2008-11-21' }],
    ['birth_date', { ...PERSON, birth_date: undefined }],
    ['kind', { ...PERSON, kind: 'bakery' }],
  ] as const)('%s: %j is refused', async (field, tax) => {
    const seller = await createTestUser(api, { isSeller: true });
    const save = seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...tax } as never });
    await expectApiError(save, 1, field);
    expect((await seller.call('getBusiness')).data).toBeNull();
  });
});

test('sums by quarter in the operator’s time zone, with what the report lacks', async () => {
  const seller = await createSellerWithSales([
    ['2024-12-31T23:59:59Z', 1],
    ['2025-01-01T00:00:00Z', 20],
    // Summer time: the second quarter has begun in Lisbon.
    ['2025-03-31T23:30:00Z', 9],
    ['2025-12-31T23:59:59Z', 1],
  ]);
  const { finance, data } = await compute(2025);
  expect(data).toMatchObject({ year: 2025, due_on: '2026-01-31', reportable: 1, incomplete: 1 });
  expect(data).toMatchObject({ orders: 30, earning_cents: 8100, fees_cents: 3870, computed_at: FRIDAY_NOON });
  const find = async (query: object = {}) =>
    (await finance.call('listTaxSellers', { query: { year: 2025, ...query } })).items;
  const zero = { orders: 0, earning_cents: 0, fees_cents: 0 };
  const quarter = (orders: number) => ({ orders, earning_cents: orders * 270, fees_cents: orders * 129 });
  expect(await find()).toMatchObject([
    {
      id: seller.id,
      status: 'reportable',
      missing: ['legal_identity', 'tax_data', 'iban'],
      quarters: [quarter(20), quarter(9), zero, quarter(1)],
      orders: 30,
    },
  ]);
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...PERSON } });
  expect(await find({ complete: 'yes' })).toMatchObject([{ kind: 'person', missing: ['iban'] }]);
  expect(await find({ complete: 'no' })).toEqual([]);
  const { data: before } = await compute(2024).then(({ data: sums }) => ({ data: sums }));
  expect(before).toMatchObject({ reportable: 0, small: 1, orders: 0 });
  expect(await find({ year: 2024, status: 'small' })).toHaveLength(1);
  await seller.call('updateBusiness', {
    body: { ...BUSINESS_BODY, country: 'GB', vat_number: '980780684', address: 'High Street 1' },
  });
  expect(await find()).toMatchObject([{ status: 'outside_eu' }]);

  // Nothing is computed twice, and the nightly run has the present year.
  await compute(2025);
  expect(await find()).toMatchObject([{ orders: 30 }]);
  await api.jobs.runScheduled('admin.compute-tax-years');
  expect((await finance.call('getTaxYear', { query: { year: 2026 } })).data).toMatchObject({
    computed_at: FRIDAY_NOON,
  });
});

test('what is given back in January corrects the quarter of the sale', async () => {
  const seller = await createSellerWithSales([['2022-12-30T12:00:00Z', 2]]);
  const { payment_id: paymentId, id: orderId } = await api.db
    .selectFrom('orders')
    .innerJoin('ledger_transactions', 'ledger_transactions.order_id', 'orders.id')
    .select(['orders.payment_id', 'orders.id'])
    .where('orders.seller_id', '=', seller.id)
    .where('ledger_transactions.created_at', '=', new Date('2022-12-30T12:00:00Z'))
    .limit(1)
    .executeTakeFirstOrThrow();
  const entries = [
    { account: { kind: 'provider' } as const, amountCents: -399 },
    { account: { kind: 'seller', userId: seller.id } as const, amountCents: 270 },
    { account: { kind: 'commission' } as const, amountCents: 129 },
  ];
  const now = new Date('2023-01-02T12:00:00Z');
  await api.db
    .transaction()
    .execute((trx) =>
      postTransaction(trx, { kind: 'cancellation', paymentId, orderId, restorations: 0, entries, now }),
    );
  const { finance } = await compute(2022);
  const zero = { orders: 0, earning_cents: 0, fees_cents: 0 };
  const find = async (year: number) => (await finance.call('listTaxSellers', { query: { year } })).items;
  expect(await find(2022)).toMatchObject([
    { quarters: [zero, zero, zero, { orders: 1, earning_cents: 270, fees_cents: 129 }] },
  ]);
  await compute(2023);
  expect((await find(2023)).filter(({ id }) => id === seller.id)).toEqual([]);
});

test('until the end of January the nightly run computes the year that has ended too', async () => {
  const finance = await createTestOperator(api, 'finance');
  const getComputedAt = async () =>
    (await finance.call('getTaxYear', { query: { year: 2028 } })).data.computed_at;
  await createSellerWithSales([['2028-12-30T12:00:00Z', 1]]);
  api.clock.set('2029-01-31T12:00:00Z');
  await api.jobs.runScheduled('admin.compute-tax-years');
  api.clock.set(FRIDAY_NOON);
  expect(await getComputedAt()).toBe('2029-01-31T12:00:00.000Z');
});

test('the dashboard counts sellers whose data the next report lacks', async () => {
  const countMissing = async (finance: TestUser) => {
    const { tasks, tax_year } = (await finance.call('getDashboard')).data;
    return { tax_year, count: tasks.find(({ kind }) => kind === 'tax_data')?.count };
  };
  const seller = await createSellerWithSales([['2026-05-01T12:00:00Z', 30]]);
  const { finance } = await compute(2026);
  expect(await countMissing(finance)).toEqual({ tax_year: 2026, count: 1 });
  api.clock.set('2027-01-15T12:00:00Z');
  const inJanuary = await createTestOperator(api, 'finance');
  expect(await countMissing(inJanuary)).toEqual({ tax_year: 2026, count: 1 });
  api.clock.set(FRIDAY_NOON);
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...COMPANY } });
  expect(await countMissing(finance)).toEqual({ tax_year: 2026, count: 0 });
  api.clock.set('2027-02-01T12:00:00Z');
  const support = await createTestOperator(api, 'support');
  expect(await countMissing(support)).toEqual({ tax_year: 2027, count: undefined });
});

describe('the report', () => {
  const readXml = async (finance: TestUser, query: { year: number; incomplete?: 'leave_out' }) =>
    (await finance.call('exportTaxXml', { query })).text();

  test('names nobody it knows too little about, and says so', async () => {
    const seller = await createSellerWithSales([['2023-05-01T12:00:00Z', 30]]);
    const { finance } = await compute(2023);
    await expectApiError(finance.call('exportTaxXml', { query: { year: 2023 } }), 5);
    expect(await readXml(finance, { year: 2023, incomplete: 'leave_out' })).toContain('DPI403');
    await setUpPayouts(api, seller);
    await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, ...COMPANY } });
    const xml = await readXml(finance, { year: 2023 });
    expect(await listStructureErrors(xml)).toEqual([]);
    expect(xml).toContain('<dpi:MessageTypeIndic>DPI401<');
    expect(xml).toContain('<dpi:ConsQ2 currCode="EUR">81<');
    expect(xml).toContain('<dpi:FeesQ2 currCode="EUR">39<');
    expect(xml).toContain('<dpi:NumbQ2>30<');
    expect(xml).toContain(`AccountNumberType="IBAN">${IBAN.replaceAll(' ', '')}<`);
    expect(xml).toContain('INType="BRN">501442600<');
    const csv = await (await finance.call('exportTaxCsv', { query: { year: 2023 } })).text();
    expect(csv).toContain('"Aurora Panificação, Lda.","company",,,,"501442600","1200-468","Lisboa"');
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('operator_id', '=', finance.id)
      .where('action', 'like', 'exportTax%')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'exportTaxXml', after: { sellers: 0, left_out: 1 } },
      { action: 'exportTaxXml', after: { sellers: 1, left_out: 0 } },
      { action: 'exportTaxCsv', after: { sellers: 1 } },
    ]);
    api.context.config.operator.vatNumber = '';
    await expectApiError(finance.call('exportTaxXml', { query: { year: 2023 } }), 5);
    expect((await finance.call('getTaxYear', { query: { year: 2023 } })).data.operator_missing).toEqual([
      'OPERATOR_VAT_NUMBER',
    ]);
  });

  const quarter = { orders: 12, earning_cents: 199_950, fees_cents: 1548 };
  const company: CompleteSeller = {
    user_id: 7,
    legal_name: 'Aurora & Filhos <Lda.>',
    kind: 'company',
    country: 'PT',
    city: 'Lisboa',
    address: 'Rua 1',
    post_code: '1200-468',
    first_name: null,
    last_name: null,
    birth_date: null,
    register_number: '501442600',
    tax_number: '501442600',
    tax_country: 'PT',
    vat_number: 'PT501442600',
    iban: null,
    holder: null,
    quarters: [quarter, quarter, quarter, quarter],
  };
  const person: CompleteSeller = {
    ...company,
    user_id: 8,
    kind: 'person',
    register_number: null,
    iban: 'PT50000201231234567890154',
    first_name: 'Rui',
    last_name: 'Fon\u0001tes',
    birth_date: '1980-05-31',
    holder: 'Rui Fontes',
  };
  const build = (sellers: readonly CompleteSeller[]) =>
    readText(buildDpiMessage(api.context.config.operator, 2026, sellers, api.clock.now()));

  test('has the structure of the message, for companies and persons', async () => {
    const xml = await build([company, person]);
    expect(await listStructureErrors(xml)).toEqual([]);
    expect(await listStructureErrors(await build([]))).toEqual([]);
    expect(xml).toContain('Aurora &amp; Filhos &lt;Lda.&gt;');
    expect(xml).toContain('<dpi:LastName>Fon tes<');
    expect(xml).toContain('<dpi:ConsQ1 currCode="EUR">2000<');
    expect(xml).toContain('<dpi:Timestamp>2026-11-20T13:00:00.000<');
    expect(xml).toMatch(/<dpi:MessageRefId>PT2026PT-501442600-\d+</);
    const references = [...xml.matchAll(/<stf:DocRefId>([^<]*)</g)].map(([, reference]) => reference);
    expect(references).toEqual(['PT2026PT-501442600-O', 'PT2026PT-501442600-S7', 'PT2026PT-501442600-S8']);
  });

  test('is composed seller by seller, and leaves turns of the event loop to others', async () => {
    const sellers = Array.from({ length: 1000 }, (_, i) => ({ ...person, user_id: i + 1 }));
    let xml = '';
    const turns = await countTurns(async () => {
      xml = await build(sellers);
    });
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(await listStructureErrors(xml)).toEqual([]);
    expect(xml.match(/xmlns:/g)).toHaveLength(2);
    expect(xml.match(/<dpi:ReportableSeller>/g)).toHaveLength(1000);
  });

  test.each([
    ['an element out of order', '<dpi:MessageType>DPI</dpi:MessageType>', ''],
    ['an amount with cents', '>2000<', '>2000.00<'],
    ['an amount without a currency', ' currCode="EUR"', ''],
    ['a date of another form', '1980-05-31', '31/05/1980'],
    ['an unknown kind of data', 'OECD1', 'OECD9'],
  ])('the description refuses %s', async (_case, from, to) => {
    const xml = await build([person]);
    expect(xml).toContain(from);
    expect(await listStructureErrors(xml.replace(from, to))).not.toEqual([]);
  });
});

/**
 * The structure of a message with new data about sales of goods, written down from the OECD's "Model Rules for Reporting
 * by Digital Platform Operators: XML Schema and User Guide", as RELAX NG.
 */
const element = (name: string, ...content: string[]) =>
  `<element name="${name}">${content.join('')}</element>`;
const attribute = (name: string, content: string) => `<attribute name="${name}">${content}</attribute>`;
const optional = (...content: string[]) => `<optional>${content.join('')}</optional>`;
const choice = (...content: string[]) => `<choice>${content.join('')}</choice>`;
const values = (...texts: string[]) => choice(...texts.map((text) => `<value>${text}</value>`));
const text = (maxLength: number) =>
  `<data type="string"><param name="minLength">1</param><param name="maxLength">${maxLength}</param></data>`;
const data = (type: string) => `<data type="${type}"/>`;
const country = '<data type="string"><param name="pattern">[A-Z]{2}</param></data>';
const tin = element('dpi:TIN', attribute('issuedBy', country), text(200));
const vat = optional(element('dpi:VAT', text(200)));
const address = element(
  'dpi:Address',
  attribute('legalAddressType', values('OECD301', 'OECD302', 'OECD303', 'OECD304', 'OECD305')),
  element('dpi:CountryCode', country),
  optional(
    element('dpi:AddressFix', optional(element('dpi:PostCode', text(200))), element('dpi:City', text(200))),
  ),
  element('dpi:AddressFree', text(4000)),
);
const docSpec = element(
  'dpi:DocSpec',
  element('stf:DocTypeIndic', values('OECD1')),
  element('stf:DocRefId', text(200)),
);
const account = optional(
  element(
    'dpi:FinancialIdentifier',
    element('dpi:Identifier', attribute('AccountNumberType', text(200)), text(200)),
    optional(element('dpi:AccountHolderName', text(200))),
  ),
);
const quarters = (name: string, prefix: string, ...content: string[]) =>
  element(name, ...[1, 2, 3, 4].map((number) => element(`dpi:${prefix}Q${number}`, ...content)));
const amount = [attribute('currCode', values('EUR')), data('integer')];
const companyParty = element(
  'dpi:EntitySeller',
  element(
    'dpi:Standard',
    element(
      'dpi:EntSellerID',
      element('dpi:ResCountryCode', country),
      tin,
      element('dpi:IN', attribute('issuedBy', country), attribute('INType', values('BRN')), text(200)),
      vat,
      element('dpi:Name', text(200)),
      address,
    ),
    account,
  ),
);
const personParty = element(
  'dpi:IndividualSeller',
  element(
    'dpi:Standard',
    element(
      'dpi:IndSellerID',
      element('dpi:ResCountryCode', country),
      tin,
      vat,
      element(
        'dpi:Name',
        attribute('nameType', values('OECD207')),
        element('dpi:FirstName', text(200)),
        element('dpi:LastName', text(200)),
      ),
      address,
      element('dpi:BirthInfo', element('dpi:BirthDate', data('date'))),
    ),
    account,
  ),
);
const DESCRIPTION = `<grammar xmlns="http://relaxng.org/ns/structure/1.0"
  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"
  xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1"><start>${element(
    'dpi:DPI_OECD',
    attribute('version', values('1.0')),
    element(
      'dpi:MessageSpec',
      element('dpi:SendingEntityIN', text(200)),
      element('dpi:TransmittingCountry', country),
      element('dpi:ReceivingCountry', country),
      element('dpi:MessageType', values('DPI')),
      element('dpi:MessageRefId', text(170)),
      element('dpi:MessageTypeIndic', values('DPI401', 'DPI402', 'DPI403')),
      element('dpi:ReportingPeriod', data('date')),
      element('dpi:Timestamp', data('dateTime')),
    ),
    element(
      'dpi:DPIBody',
      element(
        'dpi:PlatformOperator',
        element('dpi:ResCountryCode', country),
        tin,
        vat,
        element('dpi:Name', text(200)),
        element('dpi:PlatformBusinessName', text(200)),
        address,
        element('dpi:Nexus', values('RPONEX1', 'RPONEX2', 'RPONEX3', 'RPONEX4', 'RPONEX5')),
        element('dpi:AssumedReporting', data('boolean')),
        docSpec,
      ),
      `<zeroOrMore>${element(
        'dpi:ReportableSeller',
        element('dpi:Identity', choice(companyParty, personParty)),
        element(
          'dpi:RelevantActivities',
          element(
            'dpi:SaleOfGoods',
            quarters('dpi:Consideration', 'Cons', ...amount),
            quarters('dpi:NumberOfActivities', 'Numb', data('integer')),
            quarters('dpi:Fees', 'Fees', ...amount),
            quarters('dpi:Taxes', 'Tax', ...amount),
          ),
        ),
        docSpec,
      )}</zeroOrMore>`,
    ),
  )}</start></grammar>`;

async function listStructureErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'dac7.xml', contents: xml }],
    schema: [{ fileName: 'dpi.rng', contents: DESCRIPTION }],
    extension: 'relaxng',
  } as never);
  return errors.map(({ rawMessage }) => rawMessage);
}

const emptyQuarter = { orders: 0, earning_cents: 0, fees_cents: 0 };
const yearlySeller = {
  user_id: 7,
  legal_name: 'Aurora, Lda.',
  address: 'Rua 1',
  country: 'PT',
  vat_number: 'PT501442600',
  iban: 'PT50000201231234567890154',
  holder: 'Aurora',
  kind: null,
  first_name: null,
  last_name: null,
  birth_date: null,
  register_number: null,
  tax_number: null,
  tax_country: null,
  post_code: null,
  city: null,
};
const buildRow = (units: number, earningCents: number, overrides: Partial<typeof yearlySeller> = {}) => {
  const quarters = [
    emptyQuarter,
    { orders: units, earning_cents: earningCents, fees_cents: units * 129 },
    emptyQuarter,
    emptyQuarter,
  ];
  const cells = buildYearlyRow({ ...yearlySeller, ...overrides, quarters });
  expect(cells).toHaveLength(YEARLY_HEADER.length);
  return Object.fromEntries(cells.map((cell, i) => [YEARLY_HEADER[i], cell]));
};

test.each([
  [29, 200_000, 'yes'],
  [30, 10_000, 'no'],
  [29, 200_001, 'no'],
])('%d units for %d cents in a year: below the reporting threshold? %s', (units, earningCents, expected) => {
  expect(buildRow(units, earningCents)).toMatchObject({
    packs_year: units,
    consideration_year_eur: { cents: earningCents },
    excluded_as_small: expected,
    packs_q2: units,
    fees_q2_eur: { cents: units * 129 },
    packs_q1: 0,
    tin: '501442600',
  });
});

test('an unknown tax number is left empty', () =>
  expect(buildRow(40, 10_000, { country: 'DE', vat_number: 'DE136695976' })).toMatchObject({
    tin: null,
    tin_issued_by: null,
    vat_number: 'DE136695976',
    country: 'DE',
  }));
