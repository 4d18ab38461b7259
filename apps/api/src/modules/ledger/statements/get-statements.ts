import type { endpoints, MovementKind } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { createCsvStream } from '../../../platform/files/csv.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
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

const buildStatementHead = (row: StatementRow) => ({
  id: row.id,
  number: formatStatementNumber(row),
  role: row.role,
  month: row.month.slice(0, 7),
  issued_at: row.issued_at.toISOString(),
  corrects: formatOptionalNumber(row.corrects_number),
  corrected_by: formatOptionalNumber(row.corrected_by_number),
  opening_cents: row.opening_cents,
  closing_cents: row.closing_cents,
  month_cents: row.month_cents,
  payout_state: row.payout_state,
});

export async function listMyStatements(
  { db }: Dependencies,
  { actor, query }: Call<typeof endpoints.listStatements>,
) {
  const { cursor, limit = 24 } = query;
  const rows = await listStatements(db, actor.id, cursor ? Number(cursor) : null, limit + 1);
  const page = rows.slice(0, limit);
  return {
    data: page.map(buildStatementHead),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/** Another user's statement is reported as missing. */
async function getStatementRow(db: Context['db'], userId: number, id: number) {
  const row = await findStatement(db, id);
  if (row?.user_id !== userId) throw new AppError('notFound');
  return row;
}

export async function getStatement(db: Context['db'], userId: number, id: number) {
  const row = await getStatementRow(db, userId, id);
  return buildStatementView(row, await listStatementLines(db, row));
}

export const findStatementNumber = async (db: Context['db'], userId: number, id: number) =>
  formatStatementNumber(await getStatementRow(db, userId, id));

export type StatementView = ReturnType<typeof buildStatementView>;

export const buildStatementView = (row: StatementRow, lines: readonly StatementLine[]) => ({
  ...buildStatementHead(row),
  reason: row.reason,
  issuer: row.issued_by,
  party: row.party,
  sums: sumByKind(lines),
  commission_cents: row.commission_cents,
  vat_percent: Number(row.vat_percent),
  vat_cents: row.vat_cents,
  lines: lines.map(({ at, ...line }) => ({
    ...line,
    at: at.toISOString(),
    price_cents: line.amount_cents + line.commission_cents,
  })),
});

function sumByKind(lines: readonly StatementLine[]) {
  const sumsByKind = new Map<MovementKind, { kind: MovementKind; count: number; amount_cents: number }>();
  for (const { kind, amount_cents } of lines) {
    const sum = sumsByKind.get(kind) ?? { kind, count: 0, amount_cents: 0 };
    sumsByKind.set(kind, { kind, count: sum.count + 1, amount_cents: sum.amount_cents + amount_cents });
  }
  return [...sumsByKind.values()];
}

/** Lines between opening and closing balance; the amounts add up. */
export function buildStatementCsv(statement: StatementView, language: Language) {
  const t = (key: string) => translate(`ledger.${key}`, language);
  const header = ['at', 'kind', 'order', 'pack', 'price', 'commission', 'amount'].map((name) =>
    t(`csv.${name}`),
  );
  const buildBalanceRow = (name: string, cents: number) => [null, t(name), null, null, null, null, { cents }];
  const rows = [
    buildBalanceRow('statement.opening', statement.opening_cents),
    ...statement.lines.map(({ at, kind, order_id, text, price_cents, commission_cents, amount_cents }) => [
      at,
      t(`kind.${kind}`),
      order_id,
      text,
      { cents: price_cents },
      { cents: -commission_cents },
      { cents: amount_cents },
    ]),
    buildBalanceRow('statement.closing', statement.closing_cents),
  ];
  return { name: `${statement.number}.csv`, content: createCsvStream(header, rows, language) };
}
