import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/database.ts';
import type { TestUser } from './builders.ts';
import { findBalance } from './consistency.ts';

/**
 * Asserts of each statement of a seller that its lines add up to what it says, that the next one begins with it, and that
 * the last one with what is on none yet is what the ledger says is owed.
 */
export async function expectStatementsAddUp(db: Db, user: TestUser): Promise<void> {
  const { data } = await user.call('listStatements');
  const ofSeller = data
    .filter(({ role }) => role === 'seller')
    .toSorted((a, b) => a.month.localeCompare(b.month));
  let closingCents = 0;
  for (const { id } of ofSeller) {
    const { data: statement } = await user.call('getStatement', { params: { id } });
    const linesCents = statement.lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
    expect(statement.opening_cents, statement.number).toBe(closingCents);
    expect(statement.closing_cents, statement.number).toBe(statement.opening_cents + linesCents);
    expect(statement.lines.filter(({ kind }) => kind === 'other')).toEqual([]);
    closingCents = statement.closing_cents;
  }
  const unstated = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(sql<string>`coalesce(sum(amount_cents), 0)`.as('cents'))
    .where('user_id', '=', user.id)
    .where('account_kind', '=', 'seller')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statement_entries').select('entry_id').whereRef('entry_id', '=', 'ledger_entries.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const owedCents = 0 - ((await findBalance(db, { kind: 'seller', userId: user.id })) ?? 0);
  expect(closingCents - Number(unstated.cents)).toBe(owedCents);
}
