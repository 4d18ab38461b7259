import type { endpoints, MovementKind } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { readNumber, statementNumber } from './statement-number.rules.ts';
import {
  findStatement,
  linesOf,
  listStatements,
  type StatementLine,
  type StatementRow,
} from './statements.queries.ts';

type Needed = Pick<Context, 'db'>;

const named = (number: string | null) => (number === null ? null : statementNumber(readNumber(number)!));

const headOf = (row: StatementRow) => ({
  id: row.id,
  number: statementNumber(row),
  role: row.role,
  month: row.month.slice(0, 7),
  issued_at: row.issued_at.toISOString(),
  corrects: named(row.corrects_number),
  corrected_by: named(row.corrected_by_number),
  opening_cents: row.opening_cents,
  closing_cents: row.closing_cents,
  payout_state: row.payout_state,
});

export async function listMyStatements(
  { db }: Needed,
  { actor, query }: Call<typeof endpoints.listStatements>,
) {
  const { cursor, limit = 24 } = query;
  const rows = await listStatements(db, actor.id, cursor ? Number(cursor) : null, limit + 1);
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(headOf),
    next_cursor: rows.length > limit ? String(shown.at(-1)!.id) : null,
  };
}

/** One of the person's own; to others it is as if it were not there. */
export async function loadStatement(db: Context['db'], userId: number, id: number) {
  const row = await findStatement(db, id);
  if (row?.user_id !== userId) throw new AppError('notFound');
  return statementView(row, await linesOf(db, row));
}

export type StatementView = ReturnType<typeof statementView>;

export const statementView = (row: StatementRow, lines: readonly StatementLine[]) => ({
  ...headOf(row),
  reason: row.reason,
  issuer: row.issued_by,
  party: row.party,
  sums: sumsOf(lines),
  commission_cents: row.commission_cents,
  vat_percent: Number(row.vat_percent),
  vat_cents: row.vat_cents,
  lines: lines.map(({ at, ...line }) => ({
    ...line,
    at: at.toISOString(),
    price_cents: line.amount_cents + line.commission_cents,
  })),
});

function sumsOf(lines: readonly StatementLine[]) {
  const sums = new Map<MovementKind, { kind: MovementKind; count: number; amount_cents: number }>();
  for (const { kind, amount_cents } of lines) {
    const sum = sums.get(kind) ?? { kind, count: 0, amount_cents: 0 };
    sums.set(kind, { kind, count: sum.count + 1, amount_cents: sum.amount_cents + amount_cents });
  }
  return [...sums.values()];
}
