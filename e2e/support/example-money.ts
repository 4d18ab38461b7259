import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { formatCents } from '@wopack/domain';
import { type DocumentedStatement, movements, parseCents, runs, sales, statements } from './example-doc.ts';
import type { JourneyUser } from './user.ts';

/** An amount of the page as this person reads it. */
export const formatAmount = ({ t }: Pick<JourneyUser, 't'>, amountText: string) =>
  formatCents(parseCents(amountText), getLanguage({ t }));

const getLanguage = ({ t }: Pick<JourneyUser, 't'>) => ({ Entrou: 'pt', In: 'en' })[t('money:in')] ?? 'ru';

/** Whoever is paid gets statements. */
const hasStatements = (who: string) => statements.some((entry) => entry.who === who);

/** The file that a button gives. */
async function downloadFile({ page }: JourneyUser, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFile(await (await download).path(), 'latin1');
}

/** The last column of a file, in cents. */
const listAmounts = (file: string) =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => parseCents(line.split(/[,;]/).at(-1)!));

const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);

/** What came and what went, on the page and in its file. */
export async function expectTransactions(user: JourneyUser, who: string): Promise<void> {
  const { moneyIn, moneyOut } = movements[who]!;
  await user.page.goto('/transactions');
  await expect(user.page.getByRole('definition')).toHaveText([
    formatAmount(user, moneyIn),
    formatAmount(user, moneyOut),
  ]);
  const amounts = listAmounts(await downloadFile(user, user.t('money:csv')));
  expect(sum(amounts.filter((one) => one > 0))).toBe(parseCents(moneyIn));
  expect(sum(amounts.filter((one) => one < 0)) + parseCents(moneyOut)).toBe(0);
}

/** The statements, newest first, each with its page and its files. */
export async function expectStatements(user: JourneyUser, who: string): Promise<void> {
  const documentedStatements = statements.filter((entry) => entry.who === who).toReversed();
  if (!documentedStatements.length) return;
  const rows = user.page.getByRole('listitem').filter({ hasText: 'WP-' });
  for (const [i, statement] of documentedStatements.entries()) {
    await user.page.goto('/statements');
    await expect(rows).toHaveCount(documentedStatements.length);
    await expect(rows.nth(i)).toContainText(statement.number);
    await rows.nth(i).getByRole('link').click();
    await expectStatement(user, statement);
  }
}

/** What the page's words for a sum are on the screen. */
const KIND_KEYS: Record<string, string> = {
  'Carried over': 'money:opening',
  Sales: 'money:kinds.sale',
  'Taken back': 'money:kinds.reversal',
  'Partial refunds': 'money:kinds.partial_refund',
  Shares: 'money:kinds.share',
  Payouts: 'money:kinds.payout',
  Balance: 'money:closing',
};

async function expectStatement(user: JourneyUser, { rows, number }: DocumentedStatement): Promise<void> {
  const { page, t } = user;
  const sumRows = rows.filter(([name]) => name.split(' × ')[0]! in KIND_KEYS);
  const labels = sumRows.map(([name]) => name.replace(/^[^×]+?(?= ×|$)/, (kind) => t(KIND_KEYS[kind]!)));
  await expect(page.getByRole('term')).toHaveText(labels);
  await expect(page.getByRole('definition')).toHaveText(
    sumRows.map(([, amount]) => formatAmount(user, amount!)),
  );
  const [commission, vat] = rows
    .filter((row) => !sumRows.includes(row))
    .map(([, amount]) => formatAmount(user, amount!));
  if (commission && vat)
    await expect(page.getByText(t('money:vat', { commission, vat, percent: 23 }))).toBeVisible();

  const amounts = listAmounts(await downloadFile(user, t('money:csv')));
  expect(amounts.at(0)).toBe(parseCents(sumRows.at(0)![1]!));
  expect(amounts.at(-1)).toBe(parseCents(sumRows.at(-1)![1]!));
  expect(sum(amounts.slice(0, -1)), number).toBe(amounts.at(-1));
  expect(await downloadFile(user, t('money:pdf'))).toMatch(/^%PDF-/);
}

/** What is owed, and what was paid out last. */
export async function expectPayout(user: JourneyUser, who: string): Promise<void> {
  if (!hasStatements(who)) return;
  const { page, t } = user;
  const { moneyIn, moneyOut } = movements[who]!;
  const owedAmount = formatAmount(user, String((parseCents(moneyIn) - parseCents(moneyOut)) / 100));
  const role = t(`money:roles.${sales.some((entry) => entry.who === who) ? 'seller' : 'partner'}`);
  await page.goto('/account/payout');
  await expect(page.getByText(`${role}: ${owedAmount}, `)).toBeVisible();
  const lastRunIndex = runs.findLastIndex(({ paid }) => paid.some(({ name }) => name === who));
  if (lastRunIndex < 0) return;
  const { amount } = runs[lastRunIndex]!.paid.find(({ name }) => name === who)!;
  const state = t(`money:payoutStates.${lastRunIndex === 0 ? 'confirmed' : 'made'}`);
  await expect(page.getByText(t('money:last', { amount: formatAmount(user, amount), state }))).toBeVisible();
}

/** What the operator hands to the bank: the file of each run says what the page says. */
export async function expectBankFiles(databaseUrl: string): Promise<void> {
  const command = join(import.meta.dirname, '../../apps/api/src/operator/command.ts');
  for (const [i, { paid, total: runTotal }] of runs.entries()) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'payouts', 'file', String(i + 1)],
      {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      },
    );
    const amounts = [...stdout.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(amounts).toEqual(paid.map(({ amount }) => amount));
    expect(stdout).toContain(`<CtrlSum>${runTotal}</CtrlSum>`);
  }
}
