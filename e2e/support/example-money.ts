import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { formatCents } from '@wopack/rules';
import { cents, movements, runs, sales, statements, type ToldStatement } from './example-doc.ts';
import type { Person } from './person.ts';

/** An amount of the page as this person reads it. */
export const read = ({ say }: Pick<Person, 'say'>, written: string) =>
  formatCents(cents(written), languageOf({ say }));

const languageOf = ({ say }: Pick<Person, 'say'>) => ({ Entrou: 'pt', In: 'en' })[say('money:in')] ?? 'ru';

/** Whoever is paid gets statements. */
const isPaid = (who: string) => statements.some((one) => one.who === who);

/** The file that a button gives. */
async function fileBy({ page }: Person, name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFile(await (await coming).path(), 'latin1');
}

/** The last column of a file, in cents. */
const amountsOf = (file: string) =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => cents(line.split(/[,;]/).at(-1)!));

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);

/** What came and what went, on the page and in its file. */
export async function seesTransactions(person: Person, who: string): Promise<void> {
  const { came, went } = movements[who]!;
  await person.page.goto('/transactions');
  await expect(person.page.getByRole('definition')).toHaveText([read(person, came), read(person, went)]);
  const amounts = amountsOf(await fileBy(person, person.say('money:csv')));
  expect(sum(amounts.filter((one) => one > 0))).toBe(cents(came));
  expect(sum(amounts.filter((one) => one < 0)) + cents(went)).toBe(0);
}

/** The statements, newest first, each with its page and its files. */
export async function seesStatements(person: Person, who: string): Promise<void> {
  const told = statements.filter((one) => one.who === who).toReversed();
  if (!told.length) return;
  const rows = person.page.getByRole('listitem').filter({ hasText: 'WP-' });
  for (const [i, statement] of told.entries()) {
    await person.page.goto('/statements');
    await expect(rows).toHaveCount(told.length);
    await expect(rows.nth(i)).toContainText(statement.number);
    await rows.nth(i).getByRole('link').click();
    await seesStatement(person, statement);
  }
}

/** What the page's words for a sum are on the screen. */
const kinds: Record<string, string> = {
  'Carried over': 'money:opening',
  Sales: 'money:kinds.sale',
  'Taken back': 'money:kinds.reversal',
  'Partial refunds': 'money:kinds.partial_refund',
  Shares: 'money:kinds.share',
  Payouts: 'money:kinds.payout',
  Balance: 'money:closing',
};

async function seesStatement(person: Person, { rows, number }: ToldStatement): Promise<void> {
  const { page, say } = person;
  const sums = rows.filter(([name]) => name.split(' × ')[0]! in kinds);
  const named = sums.map(([name]) => name.replace(/^[^×]+?(?= ×|$)/, (kind) => say(kinds[kind]!)));
  await expect(page.getByRole('term')).toHaveText(named);
  await expect(page.getByRole('definition')).toHaveText(sums.map(([, amount]) => read(person, amount!)));
  const [commission, vat] = rows
    .filter((row) => !sums.includes(row))
    .map(([, amount]) => read(person, amount!));
  if (commission && vat)
    await expect(page.getByText(say('money:vat', { commission, vat, percent: 23 }))).toBeVisible();

  const amounts = amountsOf(await fileBy(person, say('money:csv')));
  expect(amounts.at(0)).toBe(cents(sums.at(0)![1]!));
  expect(amounts.at(-1)).toBe(cents(sums.at(-1)![1]!));
  expect(sum(amounts.slice(0, -1)), number).toBe(amounts.at(-1));
  expect(await fileBy(person, say('money:pdf'))).toMatch(/^%PDF-/);
}

/** What is owed, and what was paid out last. */
export async function seesPayout(person: Person, who: string): Promise<void> {
  if (!isPaid(who)) return;
  const { page, say } = person;
  const { came, went } = movements[who]!;
  const owed = read(person, String((cents(came) - cents(went)) / 100));
  const role = say(`money:roles.${sales.some((one) => one.who === who) ? 'seller' : 'partner'}`);
  await page.goto('/account/payout');
  await expect(page.getByText(`${role}: ${owed}, `)).toBeVisible();
  const at = runs.findLastIndex(({ paid }) => paid.some(({ name }) => name === who));
  if (at < 0) return;
  const { amount } = runs[at]!.paid.find(({ name }) => name === who)!;
  const state = say(`money:payoutStates.${at === 0 ? 'confirmed' : 'made'}`);
  await expect(page.getByText(say('money:last', { amount: read(person, amount), state }))).toBeVisible();
}

/** What the operator hands to the bank: the file of each run says what the page says. */
export async function bankFile(databaseUrl: string): Promise<void> {
  const command = join(import.meta.dirname, '../../apps/api/src/operator/command.ts');
  for (const [i, { paid, inAll }] of runs.entries()) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'payouts', 'file', String(i + 1)],
      {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      },
    );
    const amounts = [...stdout.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(amounts).toEqual(paid.map(({ amount }) => amount));
    expect(stdout).toContain(`<CtrlSum>${inAll}</CtrlSum>`);
  }
}
