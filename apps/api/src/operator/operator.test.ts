import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  GOOD_CARD,
  IBAN,
  setUpPayouts,
  startPayment,
} from '../../test/support/builders.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { buildYearlyRow, YEARLY_HEADER } from '../modules/admin/index.ts';
import { createOperatorProgram, formatRefusal } from './program.ts';

const api = useTestApp();
let orderId = 0;
let folder = '';

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const program = createOperatorProgram(
    api.context,
    async () => api.provider,
    (line) => lines.push(line),
  );
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    throw new Error(formatRefusal(error, 'en'));
  });
  return lines.join('\n');
}

/** The newest entry of a command in the audit log. */
const findEntry = (action: string) =>
  api.db
    .selectFrom('audit_entries')
    .select(['subject_kind', 'subject_id', 'before', 'after', 'reason'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

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
  expect(await run('payouts', 'confirmed', '1')).toBe('Confirmed: 1 of 1.');
  await expect(run('payouts', 'returned', '1', '--reason', 'account closed')).rejects.toThrow();
  await run('payouts', 'returned', '1', '--reason', 'account closed', '--bank-reference', 'R 4711');
  expect(await run('payouts', 'show', '1')).toMatch(/returned +account closed/);
  expect(await run('payouts', 'list')).toMatch(/by hand .* 12.50 +0 +1/);
  expect(await run('check')).toMatch(
    /The books add up\.\nThe audit log is as it was written: \d+ entries, the last with hash [0-9a-f]{64}\./,
  );
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
      'operator refund',
      'operator statements issue',
      'operator payouts run',
      'operator payouts file',
      'operator payouts sent',
      'operator payouts confirmed',
      'operator payouts returned',
      // These print personal data.
      'operator payouts show',
      'operator reports',
    ]),
  );
});

test('a refund by command sends its reason to both sides, as one in the console does', async () => {
  const { rows } = await sql<{ user_id: number; reason: string; amount_cents: number }>`
    select decisions.user_id, reason, amount_cents from decisions join orders on orders.id = subject_id
    where subject_kind = 'order' and subject_id = ${orderId} and decisions.user_id in (orders.user_id, seller_id)`.execute(
    api.db,
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatchObject({ reason: 'one bun short', amount_cents: 100 });
  // The command that was repeated is recorded, too.
  const entries = api.db.selectFrom('audit_entries').select(['before', 'after']).orderBy('id');
  expect(await entries.where('action', '=', 'operator refund').execute()).toMatchObject([
    { before: { refunded_cents: 0 }, after: { refunded_cents: 100 } },
    { before: { refunded_cents: 100 }, after: { refunded_cents: 100 } },
  ]);
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
  expect(line).toContain('"PT","501442600","PT","PT501442600","PT50000201231234567890154"');
  expect(line).toMatch(/,0,0\.00,0\.00,5,12\.50,6\.45,5,12\.50,6\.45,"yes"$/);
});

test('prices and types can be changed within the rules', async () => {
  expect(await run('prices', 'set', '6.99', '20')).toBe('6.99: value 20.00.');
  expect(await run('prices', 'list')).toContain('6.99   20.00');
  await expect(run('prices', 'set', '6.99', '24')).rejects.toThrow('23.30');
  await expect(run('prices', 'set', '1.29', '2')).rejects.toThrow('above 1.29');
  // Packs have this one, and keep it.
  await run('prices', 'retire', '3.99', '--reason', 'Too low.');
  expect(await run('prices', 'list')).toMatch(/3\.99 +[\d.]+ +retired/);
  expect(await findEntry('operator prices retire')).toMatchObject({
    subject_kind: 'price_tier',
    subject_id: '399',
    reason: 'Too low.',
    before: { is_retired: false },
    after: { is_retired: true },
  });
  await run('prices', 'offer', '3.99');
  expect(await run('prices', 'list')).toMatch(/3\.99 +[\d.]+ +offered/);

  const names = ['--pt', 'Sopas', '--en', 'Soups', '--ru', 'Супы'];
  const [id = ''] = (await run('product-types', 'set', ...names)).split(':');
  expect(await run('product-types', 'list')).toMatch(/soups +Sopas +Soups +Супы +bread +offered/);
  await expect(run('product-types', 'set', ...names)).rejects.toThrow('Another type has this name.');
  await run('product-types', 'set', id, '--pt', 'Caldos', '--en', 'Broths', '--ru', 'Бульоны');
  expect(await findEntry('operator product-types set')).toMatchObject({
    subject_kind: 'product_type',
    subject_id: id,
    before: { name_en: 'Soups' },
    after: { name_en: 'Broths' },
  });
  await run('product-types', 'retire', id);
  expect(await run('product-types', 'list')).toMatch(/soups +Caldos +Broths +Бульоны +bread +retired/);

  await run('place-types', 'set', '90', 'canteen', '--pt', 'Cantina', '--en', 'Canteen', '--ru', 'Столовая');
  expect(await run('place-types', 'list')).toMatch(/90 +canteen +Cantina +Canteen +Столовая/);
  expect(await findEntry('operator place-types set')).toMatchObject({ after: { slug: 'canteen' } });
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
const buildRow = (units: number, earningCents: number, overrides: Partial<typeof seller> = {}) => {
  const quarters = [
    emptyQuarter,
    { orders: units, earning_cents: earningCents, fees_cents: units * 129 },
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
