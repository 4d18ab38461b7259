import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  GOOD_CARD,
  startPayment,
} from '../../test/support/builders.ts';
import { IBAN, setUpPayouts } from '../../test/support/payout-setup.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { buildYearlyRow, YEARLY_HEADER } from '../modules/admin/index.ts';
import { createOperatorProgram } from './program.ts';

const api = useTestApp();
let orderId = 0;
let folder = '';

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await createOperatorProgram(
    api.context,
    async () => api.provider,
    (line) => lines.push(line),
  ).parseAsync(args, { from: 'user' });
  return lines.join('\n');
}

/** A seller with five collected orders and payout details, in December. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-operator-'));
  api.context.config.operator.iban = 'PT50003300004555698867005';
  const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
  await setUpPayouts(api, seller);
  for (let i = 0; i < 5; i++) orderId = (await buyProduct(await createTestUser(api), productId)).id;
  await api.jobs.runDue();
  api.clock.set('2026-12-02T09:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
});

test('the help names every command', async () => {
  const help = createOperatorProgram(
    api.context,
    async () => api.provider,
    () => {},
  ).helpInformation();
  for (const name of [
    'payouts',
    'disputes',
    'statements',
    'yearly',
    'refund',
    'refunds',
    'pins',
    'reports',
    'check',
    'reconcile',
    'prices',
    'admin',
  ])
    expect(help).toContain(`${name} `);
});

test('manual month-end closing: refund, statements, payouts, bank file, payout states', async () => {
  expect(await run('refund', String(orderId), '--total', '1.00', '--reason', 'one bun short')).toContain(
    'goes back',
  );
  expect(await run('refund', String(orderId), '--total', '1.00', '--reason', 'one bun short')).toContain(
    'already',
  );
  await api.jobs.runDue();
  expect(await run('statements', 'issue')).toBe('Issued: 1.');
  expect(await run('statements', 'issue')).toBe('Issued: 0.');
  // The December refund is not on November's statement, but reduces the payout.
  expect(await run('payouts', 'run')).toBe('Run 1: 1 payouts, 12.50 EUR.');
  expect(await run('payouts', 'run')).toBe('Nobody is due.');
  expect(await run('payouts', 'show', '1')).toMatch(new RegExp(`12.50 +${IBAN.replaceAll(' ', '')} .*made`));
  const file = join(folder, 'run.xml');
  await run('payouts', 'file', '1', '--out', file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('<InstdAmt Ccy="EUR">12.50</InstdAmt>');
  await expect(run('payouts', 'returned', '1', '--reason', 'closed')).rejects.toThrow();
  await run('payouts', 'sent', '1');
  expect(await run('payouts', 'confirmed', '1')).toBe('Confirmed: 1.');
  await run('payouts', 'returned', '1', '--reason', 'account closed');
  expect(await run('payouts', 'show', '1')).toMatch(/returned +account closed/);
  expect(await run('payouts', 'list')).toMatch(/by hand .* 12.50 +0 +1/);
  expect(await run('check')).toContain('The books add up.');
  expect(await run('reconcile')).toBe('Both books agree.');
  expect(await run('reports')).toBe('None.');
});

test('changes by commands are in the audit log', async () => {
  const entries = await api.db
    .selectFrom('audit_entries')
    .select(['operator_id', 'action', 'subject_kind', 'subject_id', 'reason'])
    .orderBy('id')
    .execute();
  const refund = {
    operator_id: null,
    action: 'operator refund',
    subject_kind: 'order',
    subject_id: String(orderId),
  };
  expect(entries[0]).toEqual({ ...refund, reason: 'one bun short' });
  expect(new Set(entries.map(({ action }) => action))).toEqual(
    new Set([
      ...['operator refund', 'operator statements issue', 'operator payouts run', 'operator payouts file'],
      ...['operator payouts sent', 'operator payouts confirmed', 'operator payouts returned'],
    ]),
  );
});

test('a wrong statement is replaced by a new one with the next number', async () => {
  api.context.config.operator.vatPercent = 6;
  expect(await run('statements', 'correct', 'WP-2026-00001', '--reason', 'VAT is 6 % here')).toBe(
    'WP-2026-00001 is corrected by WP-2026-00002.',
  );
  await expect(run('statements', 'correct', 'WP-2026-00001', '--reason', 'again')).rejects.toThrow(
    'WP-2026-2',
  );
  await expect(run('statements', 'correct', 'WP-2026-00009', '--reason', 'none')).rejects.toThrow();
  expect(await run('check')).toContain('The books add up.');
});

test('the yearly report has every seller by quarter', async () => {
  const file = join(folder, 'year.csv');
  await writeFile(file, 'of last year', { mode: 0o644 });
  expect(await run('yearly', '2026', '--out', file)).toContain('1 sellers');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [, line = ''] = (await readFile(file, 'utf8')).split('\r\n');
  expect(line).toContain('PT,501442600,PT,PT501442600,PT50000201231234567890154');
  expect(line).toMatch(/,0,0\.00,0\.00,5,12\.50,6\.45,5,12\.50,6\.45,yes$/);
});

test('prices and types can be changed within the rules', async () => {
  expect(await run('prices', 'set', '6.99', '20')).toBe('6.99: value 20.00.');
  expect(await run('prices', 'list')).toContain('6.99   20.00');
  await expect(run('prices', 'set', '6.99', '24')).rejects.toThrow('23.30');
  await expect(run('prices', 'set', '1.29', '2')).rejects.toThrow('above 1.29');
  await expect(run('prices', 'remove', '3.99')).rejects.toThrow('packs have it');
  await run('prices', 'remove', '6.99');
  expect(await run('prices', 'list')).not.toContain('6.99');
  await run('product-types', 'set', '40', 'soup', '--pt', 'Sopas', '--en', 'Soups', '--ru', 'Супы');
  expect(await run('product-types', 'list')).toMatch(/40 +soup +Sopas +Soups +Супы/);
  expect(await run('place-types', 'list')).toContain('bakery');
});

test('a disputed payment is listed with the withdrawn amount and the deadline', async () => {
  expect(await run('disputes')).toBe('None.');
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  const card = { ...GOOD_CARD, number: '4000 0000 0000 0259' };
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card } });
  const { order } = (await buyer.call('completePayment', { body: { token } })).data;
  await api.jobs.runDue();
  expect(await run('disputes')).toMatch(new RegExp(` ${order.id} .* 3\\.99 +3\\.99 `));
  expect(await run('check')).toContain('The books add up.');
});

const emptyQuarter = { orders: 0, earning_cents: 0, fees_cents: 0 };
const seller = {
  ...{ user_id: 7, legal_name: 'Aurora, Lda.', address: 'Rua 1', country: 'PT', vat_number: 'PT501442600' },
  ...{ iban: 'PT50000201231234567890154', holder: 'Aurora' },
  ...{ kind: null, first_name: null, last_name: null, birth_date: null, register_number: null },
  ...{ tax_number: null, tax_country: null, post_code: null, city: null },
};
const buildRow = (packs: number, earningCents: number, overrides: Partial<typeof seller> = {}) => {
  const quarters = [
    emptyQuarter,
    { orders: packs, earning_cents: earningCents, fees_cents: packs * 129 },
    emptyQuarter,
    emptyQuarter,
  ];
  const cells = buildYearlyRow({ ...seller, ...overrides, quarters });
  expect(cells).toHaveLength(YEARLY_HEADER.length);
  return Object.fromEntries(cells.map((cell, i) => [YEARLY_HEADER[i], cell]));
};

test.each([
  [29, 200_000, 'yes'],
  [30, 10_000, 'no'],
  [29, 200_001, 'no'],
])('%d units for %d cents in a year: below the reporting threshold? %s', (packs, earningCents, expected) => {
  expect(buildRow(packs, earningCents)).toMatchObject({
    ...{ packs_year: packs, consideration_year_eur: { cents: earningCents }, excluded_as_small: expected },
    ...{ packs_q2: packs, fees_q2_eur: { cents: packs * 129 }, packs_q1: 0, tin: '501442600' },
  });
});

test('an unknown tax number is left empty', () =>
  expect(buildRow(40, 10_000, { country: 'DE', vat_number: 'DE136695976' })).toMatchObject({
    ...{ tin: null, tin_issued_by: null, vat_number: 'DE136695976', country: 'DE' },
  }));
