import type { Month } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { writeStatement } from './issue-statements.ts';
import { formatStatementNumber, parseStatementNumber } from './statement-number.rules.ts';
import { findStatement, findStatementByNumber, lockLedgerAccount } from './statements.queries.ts';

/**
 * Takes the place of a statement that says something wrong: who it is for, or at what rate of VAT. A document of its
 * own with the next number; the wrong one stays as it was. Entries are never moved: money is corrected by booking it.
 * Answers its number.
 */
export async function correctStatement(context: Context, number: string, reason: string): Promise<string> {
  const { db, clock, config } = context;
  const parsedNumber = parseStatementNumber(number);
  const issuer = config.operator.vatNumber || config.operator.name;
  return db.transaction().execute(async (trx) => {
    const wrongStatement =
      parsedNumber && (await findStatementByNumber(trx, issuer, parsedNumber.year, parsedNumber.number));
    if (!wrongStatement) throw new AppError('notFound');
    await lockLedgerAccount(trx, `${wrongStatement.role}:${wrongStatement.user_id}`);
    const { corrected_by_number: correctedBy } = (await findStatement(trx, wrongStatement.id))!;
    if (correctedBy) throw new Error(`${number} was corrected by WP-${correctedBy}: correct that one.`);
    const id = await writeStatement(context, trx, {
      userId: wrongStatement.user_id,
      role: wrongStatement.role,
      month: wrongStatement.month.slice(0, 7) as Month,
      now: clock.now(),
      opening: wrongStatement.opening_cents,
      closing: wrongStatement.closing_cents,
      commission: wrongStatement.commission_cents,
      corrects: {
        id: wrongStatement.id,
        original: wrongStatement.original,
        vat_cents: wrongStatement.vat_cents,
        reason,
      },
    });
    return formatStatementNumber((await findStatement(trx, id))!);
  });
}
