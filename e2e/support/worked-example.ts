import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { formatCents, formatPercent } from '@wopack/domain';
import { queryDatabase } from './server.ts';
import type { JourneyUser } from './user.ts';

const documentText = readFileSync(join(import.meta.dirname, '../../docs/worked-example.md'), 'utf8');

/** A row of a table: its label, then its numbers as text. */
type Row = [name: string, ...numbers: string[]];

/** Tables of docs/worked-example.md by their headings. */
const tablesByTitle = new Map(
  documentText.split(/^#+ /m).map((section): [string, Row[]] => {
    const [, ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) => row.split('|').slice(1, -1));
    return [section.split('\n')[0]!, cells.slice(1).map((row) => row.map((cell) => cell.trim()) as Row)];
  }),
);

const getTable = (title: string): Row[] => {
  const rows = tablesByTitle.get(title);
  if (!rows?.length) throw new Error(`no table under ${title}`);
  return rows;
};

export interface DocumentedStatement {
  who: string;
  month: string;
  number: string;
  rows: Row[];
}

/** All statements, in the order of the document. */
export const statements: DocumentedStatement[] = [...tablesByTitle].flatMap(([title, rows]) => {
  const [, who, month, number] = /^(\w+), (\d{4}-\d\d): (\S+)$/.exec(title) ?? [];
  return who ? [{ who, month: month!, number: number!, rows }] : [];
});

/** Payouts of each run, with their total. */
export const runs = [...tablesByTitle.keys()]
  .filter((title) => title.startsWith('Paid out on '))
  .map((title) => {
    const entries = getTable(title).map(([name, amount]) => ({ name, amount: amount! }));
    return { paid: entries.slice(0, -1), total: entries.at(-1)!.amount };
  });

export const movements = Object.fromEntries(
  getTable('Movements of each, at the end').map(([name, moneyIn, moneyOut]) => [
    name,
    { moneyIn: moneyIn!, moneyOut: moneyOut! },
  ]),
);

/** Users referred by a partner: buyers under 'clients', sellers under 'sellers'. */
export const referrals = getTable('Whom they brought, at the end').map(
  ([names, side, orderCount, paid, shareAmount]) => ({
    partner: names.split(', ')[0]!,
    side: side as 'clients' | 'sellers',
    orderCount: orderCount!,
    paid: paid!,
    shareAmount: shareAmount!,
  }),
);

/** Sales of a seller by month. */
export const sales = getTable('Sales of each month').map(([names, sold, earned, ...parts]) => {
  const [who, month] = names.split(', ') as [string, string];
  const [price, back, commission] = parts as [string, string, string];
  return { who, month, sold: sold!, earned: earned!, price, back, commission };
});

/** Parses an amount of the document to cents. */
export const parseCents = (amountText: string): number => Math.round(Number(amountText) * 100);

/** Formats an amount of the document in the user's language. */
export const formatAmount = ({ t }: Pick<JourneyUser, 't'>, amountText: string) =>
  formatCents(parseCents(amountText), getLanguage({ t }));

const getLanguage = ({ t }: Pick<JourneyUser, 't'>) => ({ Entrou: 'pt', In: 'en' })[t('money:in')] ?? 'ru';

const hasStatements = (who: string) => statements.some((entry) => entry.who === who);

async function downloadFile({ page }: JourneyUser, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFile(await (await download).path(), 'latin1');
}

/** The last column of a CSV file, in cents. Files of languages with decimal commas are separated by semicolons. */
function listAmounts(file: string): number[] {
  const [header, ...lines] = file.trim().split('\r\n');
  const separator = header!.includes(';') ? ';' : ',';
  return lines.map((line) => parseCents(line.split(separator).at(-1)!.replace(',', '.')));
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Checks the movements on the page and in its file. */
export async function expectTransactions(user: JourneyUser, who: string): Promise<void> {
  const { moneyIn, moneyOut } = movements[who]!;
  await user.page.goto('/transactions');
  await expect(user.page.getByRole('definition')).toHaveText([
    formatAmount(user, moneyIn),
    formatAmount(user, moneyOut),
  ]);
  const amounts = listAmounts(await downloadFile(user, user.t('money:csv')));
  expect(sum(amounts.filter((amount) => amount > 0))).toBe(parseCents(moneyIn));
  expect(sum(amounts.filter((amount) => amount < 0)) + parseCents(moneyOut)).toBe(0);
}

/** Checks the statements, newest first, each with its page and its files. */
export async function expectStatements(user: JourneyUser, who: string): Promise<void> {
  const documentedStatements = statements.filter((entry) => entry.who === who).toReversed();
  if (!documentedStatements.length) return;
  // A table on wide screens, a list on phones.
  const { page } = user;
  const rows = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'WP-' });
  for (const [i, statement] of documentedStatements.entries()) {
    await user.page.goto('/statements');
    await expect(rows).toHaveCount(documentedStatements.length);
    await expect(rows.nth(i)).toContainText(statement.number);
    await rows.nth(i).getByRole('link').click();
    await expectStatement(user, statement);
  }
}

/** Text keys of the sums of the document. */
const KIND_KEYS: Record<string, string> = {
  'Carried over': 'money:opening',
  Sales: 'money:kinds.sale',
  'Taken back': 'money:kinds.reversal',
  'Partial refunds': 'money:kinds.partial_refund',
  Shares: 'money:kinds.share',
  Payouts: 'money:kinds.payout',
  Balance: 'money:balanceAt',
};

async function expectStatement(user: JourneyUser, { rows, number }: DocumentedStatement): Promise<void> {
  const { page, t } = user;
  const sumRows = rows.filter(([name]) => name.split(' × ')[0]! in KIND_KEYS);
  // Shares are one line a month, so their number says nothing.
  const formatLabel = (name: string) =>
    name.replace(/^Shares ×.*/, 'Shares').replace(/^[^×]+?(?= ×|$)/, (kind) => t(KIND_KEYS[kind]!));
  const labels = sumRows.map(([name]) =>
    name === 'Balance' ? new RegExp(`^${t('money:balanceAt', { day: '.+' })}$`) : formatLabel(name),
  );
  await expect(page.getByRole('term')).toHaveText(labels);
  await expect(page.getByRole('definition')).toHaveText(
    sumRows.map(([, amount]) => formatAmount(user, amount!)),
  );
  const [commission, vat] = rows
    .filter((row) => !sumRows.includes(row))
    .map(([, amount]) => formatAmount(user, amount!));
  if (commission && vat) {
    const percent = formatPercent(23, getLanguage(user));
    await expect(page.getByText(t('money:vat', { commission, vat, percent }))).toBeVisible();
  }

  const amounts = listAmounts(await downloadFile(user, t('money:csv')));
  expect(amounts.at(0)).toBe(parseCents(sumRows.at(0)![1]!));
  expect(amounts.at(-1)).toBe(parseCents(sumRows.at(-1)![1]!));
  expect(sum(amounts.slice(0, -1)), number).toBe(amounts.at(-1));
  expect(await downloadFile(user, t('money:pdf'))).toMatch(/^%PDF-/);
}

/** Checks the balance and the last payout. */
export async function expectPayout(user: JourneyUser, who: string): Promise<void> {
  if (!hasStatements(who)) return;
  const { page, t } = user;
  const { moneyIn, moneyOut } = movements[who]!;
  const owedAmount = formatAmount(user, String((parseCents(moneyIn) - parseCents(moneyOut)) / 100));
  const role = t(`money:roles.${sales.some((entry) => entry.who === who) ? 'seller' : 'partner'}`);
  await page.goto('/account/payout');
  const account = page.getByRole('region', { name: role, exact: true });
  await expect(account.getByRole('definition').filter({ hasText: owedAmount }).first()).toBeVisible();
  const lastRunIndex = runs.findLastIndex(({ paid }) => paid.some(({ name }) => name === who));
  if (lastRunIndex < 0) return;
  const { amount } = runs[lastRunIndex]!.paid.find(({ name }) => name === who)!;
  const isConfirmed = lastRunIndex === 0;
  const last = { amount: formatAmount(user, amount), state: t('money:payoutStates.confirmed') };
  await expect(
    account.getByText(t(isConfirmed ? 'money:last' : 'money:figures.preparedNote.made', last)),
  ).toBeVisible();
  if (!isConfirmed) await expect(account.getByText(last.amount, { exact: true }).first()).toBeVisible();
}

/** Checks the bank file of each payout run. */
export async function expectBankFiles(databaseUrl: string): Promise<void> {
  const files = await queryDatabase<{ file: string }>(
    'SELECT file FROM payout_runs ORDER BY id',
    [],
    databaseUrl,
  );
  for (const [i, { paid, total: runTotal }] of runs.entries()) {
    const { file } = files[i]!;
    const amounts = [...file.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(amounts).toEqual(paid.map(({ amount }) => amount));
    expect(file).toContain(`<CtrlSum>${runTotal}</CtrlSum>`);
  }
}

/** Checks the sales and earnings of a seller by month. */
export async function expectSales(user: JourneyUser, who: string): Promise<void> {
  const { page, t } = user;
  for (const { month, sold, earned, price, back, commission } of sales.filter((entry) => entry.who === who)) {
    const [from, to] = [`${month}-01`, `${month}-${month.endsWith('11') ? 30 : 31}`];
    await page.goto(`/seller/sale?range=own&from=${from}&to=${to}`);
    const definitions = page.getByRole('definition');
    await expect(definitions.nth(0)).toHaveText(new RegExp(`^${sold} `));
    await expect(definitions.nth(2)).toHaveText(formatAmount(user, earned));
    const parts = {
      price: formatAmount(user, price),
      back: formatAmount(user, back),
      commission: formatAmount(user, commission),
    };
    await expect(definitions.nth(3)).toHaveText(
      t(parseCents(back) ? 'sales:earnedSumBack' : 'sales:earnedSum', parts),
    );
  }
}

/** Checks the credits and the balance of a partner by month. */
export async function expectMonths(user: JourneyUser, who: string): Promise<void> {
  const { page, t } = user;
  const creditedAmounts = statements
    .filter((entry) => entry.who === who)
    .flatMap(({ rows }) => rows.filter(([name]) => name.startsWith('Shares')).map(([, amount]) => amount!));
  if (creditedAmounts.length === 0) return;
  await page.goto('/main');
  await expect(page.getByText(formatAmount(user, '0.00'))).toBeVisible();
  await page.goto('/account/affiliate');
  const totalCredited = creditedAmounts.reduce((sum, amount) => sum + parseCents(amount), 0) / 100;
  const label = page.getByRole('term').getByText(t('partner:stats.credited'));
  const credits = page.locator('div').filter({ has: label });
  await expect(credits.last().getByRole('definition').first()).toHaveText(
    formatAmount(user, String(totalCredited)),
  );
  await page.getByRole('button', { name: t('partner:months.showTable') }).click();
  const rows = page.getByRole('table').first().locator('tbody').getByRole('row');
  for (const amount of creditedAmounts)
    await expect(rows.filter({ hasText: formatAmount(user, amount) })).toHaveCount(1);
}

/** Checks the referred users of a partner and their shares. */
export async function expectReferrals(user: JourneyUser, who: string): Promise<void> {
  const { page } = user;
  for (const { side, orderCount, paid, shareAmount } of referrals.filter(({ partner }) => partner === who)) {
    await page.goto(`/${side}`);
    const one = page.getByRole('region').locator('tr, li');
    const expectedTexts = [orderCount, formatAmount(user, paid), formatAmount(user, shareAmount)];
    const rows = expectedTexts.reduce((row, hasText) => row.filter({ hasText }), one);
    await expect(rows.first()).toBeVisible();
  }
}
