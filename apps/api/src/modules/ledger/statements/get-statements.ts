import type { endpoints, MovementKind } from '@wopack/contract';
import { type Language, localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { type Cell, createCsvStream, formatLocalTime } from '../../../platform/files/csv.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { choosePayee, mayReadAs, readsAsFounder } from '../../../platform/http/payee.ts';
import type { Actor, Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { viewInvoicesOfStatement } from '../commission-invoices/get-commission-invoices.ts';
import {
  findStatement,
  listStatementLines,
  listStatements,
  type StatementLine,
  type StatementRow,
} from './statements.queries.ts';

/** 'WP-2026-00017': fits the SEPA character set of a remittance text. */
export const formatStatementNumber = ({ year, number }: { year: number; number: number }): string =>
  `WP-${year}-${String(number).padStart(5, '0')}`;

/** Null for any other text. */
export function parseStatementNumber(text: string): { year: number; number: number } | null {
  const match = /^(?:WP-)?(\d{4})-(\d{1,9})$/.exec(text.trim().toUpperCase());
  return match && { year: Number(match[1]), number: Number(match[2]) };
}

type Dependencies = Pick<Context, 'db'>;

const formatOptionalNumber = (number: string | null) =>
  number === null ? null : formatStatementNumber(parseStatementNumber(number)!);

const buildStatementHead = (row: StatementRow, actor: Actor) => ({
  id: row.id,
  number: formatStatementNumber(row),
  role: row.role,
  month: row.month.slice(0, 7),
  ...(row.is_former && { is_former: true }),
  issued_at: row.issued_at.toISOString(),
  corrects: formatOptionalNumber(row.corrects_number),
  corrected_by: formatOptionalNumber(row.corrected_by_number),
  opening_cents: row.opening_cents,
  closing_cents: row.closing_cents,
  month_cents: row.month_cents,
  payout_state: readsAsFounder(actor, row) ? row.founders_payout_state : row.payout_state,
});

export async function listMyStatements(
  { db }: Dependencies,
  { actor, query }: Call<typeof endpoints.listStatements>,
) {
  const { business_id, cursor, limit = 24 } = query;
  const payee = choosePayee(actor, business_id, 'money.view');
  const rows = await listStatements(db, payee, cursor ? Number(cursor) : null, limit + 1);
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => buildStatementHead(row, actor)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/** Another user's statement is reported as missing. */
async function getStatementRow(db: Context['db'], actor: Actor, id: number) {
  const row = await findStatement(db, id);
  if (!row || !mayReadAs(actor, row)) throw new AppError('notFound');
  return row;
}

export async function getStatement({ db, config }: Pick<Context, 'db' | 'config'>, actor: Actor, id: number) {
  const row = await getStatementRow(db, actor, id);
  const [lines, invoices] = [await listStatementLines(db, row), await viewInvoicesOfStatement(db, row)];
  return {
    ...buildStatementHead(row, actor),
    ...buildStatementView(row, lines, config.operatorTimeZone),
    commission_invoices: invoices,
  };
}

export const findStatementNumber = async (db: Context['db'], actor: Actor, id: number) =>
  formatStatementNumber(await getStatementRow(db, actor, id));

export type StatementView = Awaited<ReturnType<typeof getStatement>>;

/** Lines by day: that of the pickup at the sale place, or on which they count. */
const buildStatementView = (
  row: StatementRow,
  lines: readonly StatementLine[],
  operatorTimeZone: string,
) => ({
  reason: row.reason,
  issuer: row.issued_by,
  party: row.party,
  sums: sumByKind(lines),
  commission_cents: row.commission_cents,
  vat_percent: Number(row.vat_percent),
  vat_cents: row.vat_cents,
  lines: lines
    .map(({ at, counts_on, time_zone, units, ...line }) => {
      const timeZone = time_zone ?? operatorTimeZone;
      return {
        ...line,
        packs: units,
        at: at.toISOString(),
        time_zone: timeZone,
        day: localDate(counts_on, timeZone).toString(),
        price_cents: line.amount_cents + line.commission_cents,
      };
    })
    .toSorted((a, b) => a.day.localeCompare(b.day)),
});

/** Sales and what was taken back count their packs: the commission is one of each. */
const KINDS_OF_UNITS: readonly MovementKind[] = ['sale', 'reversal'];

const countIn = (kind: MovementKind, lines: readonly StatementLine[]): number =>
  KINDS_OF_UNITS.includes(kind) ? lines.reduce((sum, { units }) => sum + (units ?? 0), 0) : lines.length;

function sumByKind(lines: readonly StatementLine[]) {
  return [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    count: countIn(kind, ofKind),
    amount_cents: ofKind.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
  }));
}

type StatementColumn = [name: string, getCell: (line: StatementView['lines'][number]) => Cell];

/** Lines between opening and closing balance; the amounts add up. */
export function buildStatementCsv(statement: StatementView, language: Language) {
  const t = (key: string) => translate(`ledger.${key}`, language);
  const orderColumns: StatementColumn[] = [
    ['at', ({ at, time_zone }) => formatLocalTime(at, time_zone)],
    ['order', ({ order_id }) => order_id],
    ['pack', ({ text }) => text],
    ['packs', (line) => line.packs],
    ['place', ({ sale_place }) => sale_place],
    ['price', ({ price_cents }) => ({ cents: price_cents })],
    ['commission', ({ commission_cents }) => ({ cents: -commission_cents })],
  ];
  const exactColumn: StatementColumn = [
    'exact',
    ({ exact_hundredths: hundredths }) => (hundredths === null ? null : { hundredths }),
  ];
  const columns: StatementColumn[] = [
    ['day', ({ day }) => day],
    ['kind', ({ kind }) => t(`kind.${kind}`)],
    ...(statement.role === 'seller' ? orderColumns : [exactColumn]),
    ['amount', ({ amount_cents }) => ({ cents: amount_cents })],
  ];
  const buildBalanceRow = (name: string, cents: number): Cell[] => [
    null,
    t(name),
    ...Array<null>(columns.length - 3).fill(null),
    { cents },
  ];
  const rows = [
    buildBalanceRow('statement.opening', statement.opening_cents),
    ...statement.lines.map((line) => columns.map(([, getCell]) => getCell(line))),
    buildBalanceRow('statement.closing', statement.closing_cents),
  ];
  const header = columns.map(([name]) => t(`csv.${name}`));
  return { name: `${statement.number}.csv`, content: createCsvStream(header, rows, language) };
}
