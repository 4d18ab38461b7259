import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const documentText = readFileSync(join(import.meta.dirname, '../../docs/worked-example.md'), 'utf8');

/** A row of a table: what it is about, then its numbers as they are written. */
type Row = [name: string, ...numbers: string[]];

/** The tables of the page by the headings they stand under. */
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

/** Of everybody, in the order of the page. */
export const statements: DocumentedStatement[] = [...tablesByTitle].flatMap(([title, rows]) => {
  const [, who, month, number] = /^(\w+), (\d{4}-\d\d): (\S+)$/.exec(title) ?? [];
  return who ? [{ who, month: month!, number: number!, rows }] : [];
});

/** What each run paid to whom, the sum of all apart. */
export const runs = [...tablesByTitle.keys()]
  .filter((title) => title.startsWith('Paid out on '))
  .map((title) => {
    const entries = getTable(title).map(([name, amount]) => ({ name, amount: amount! }));
    return { paid: entries.slice(0, -1), total: entries.at(-1)!.amount };
  });

/** What came and what went, by name. */
export const movements = Object.fromEntries(
  getTable('Movements of each, at the end').map(([name, moneyIn, moneyOut]) => [
    name,
    { moneyIn: moneyIn!, moneyOut: moneyOut! },
  ]),
);

/** Whom a partner brought: a buyer under 'clients', a seller under 'sellers'. */
export const referrals = getTable('Whom they brought, at the end').map(
  ([names, side, orderCount, paid, shareAmount]) => ({
    partner: names.split(', ')[0]!,
    side: side as 'clients' | 'sellers',
    orderCount: orderCount!,
    paid: paid!,
    shareAmount: shareAmount!,
  }),
);

/** What a seller reads of a month on the page of sales. */
export const sales = getTable('Sales of each month').map(([names, sold, earned, ...parts]) => {
  const [who, month] = names.split(', ') as [string, string];
  const [price, back, commission] = parts as [string, string, string];
  return { who, month, sold: sold!, earned: earned!, price, back, commission };
});

/** What an amount of the page is in cents. */
export const parseCents = (amountText: string): number => Math.round(Number(amountText) * 100);
