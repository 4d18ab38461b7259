import type { Month } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { writeStatement } from './issue-statements.ts';
import { formatStatementNumber, parseStatementNumber } from './statement-number.rules.ts';
import { findStatement, findStatementByNumber, lockLedgerAccount } from './statements.queries.ts';

/**
 * Issues a statement that replaces one with a wrong recipient or VAT rate. It is a separate document with
 * the next number; the replaced one stays unchanged. Entries are never moved: amounts are corrected by
 * postings. Returns the new number.
 */
export async function correctStatement(context: Context, number: string, reason: string): Promise<string> {
  const { db, clock, config } = context;
  const parsedNumber = parseStatementNumber(number);
  const issuer = config.operator.vatNumber || config.operator.name;
  return db.transaction().execute(async (trx) => {
    const wrongStatement =
      parsedNumber && (await findStatementByNumber(trx, issuer, parsedNumber.year, parsedNumber.number));
    if (!wrongStatement) throw new AppError('notFound');
    await lockLedgerAccount(trx, wrongStatement.user_id, wrongStatement.role);
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
