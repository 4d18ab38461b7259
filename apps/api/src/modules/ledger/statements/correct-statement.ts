import type { Month } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import { writeStatement } from './issue-statements.ts';
import { readNumber, statementNumber } from './statement-number.rules.ts';
import { findByNumber, findStatement, lockAccount } from './statements.queries.ts';

/**
 * Takes the place of a statement that says something wrong: who it is for, or at what rate of VAT. A document of its
 * own with the next number; the wrong one stays as it was. Entries are never moved: money is corrected by booking it.
 * Answers its number.
 */
export async function correctStatement(context: Context, number: string, reason: string): Promise<string> {
  const { db, clock, config } = context;
  const wanted = readNumber(number);
  const issuer = config.operator.vatNumber || config.operator.name;
  return db.transaction().execute(async (trx) => {
    const wrong = wanted && (await findByNumber(trx, issuer, wanted.year, wanted.number));
    if (!wrong) throw new AppError('notFound');
    await lockAccount(trx, `${wrong.role}:${wrong.user_id}`);
    const { corrected_by_number: after } = (await findStatement(trx, wrong.id))!;
    if (after) throw new Error(`${number} was corrected by WP-${after}: correct that one.`);
    const id = await writeStatement(context, trx, {
      userId: wrong.user_id,
      role: wrong.role,
      month: wrong.month.slice(0, 7) as Month,
      now: clock.now(),
      opening: wrong.opening_cents,
      closing: wrong.closing_cents,
      commission: wrong.commission_cents,
      corrects: { id: wrong.id, original: wrong.original, vat_cents: wrong.vat_cents, reason },
    });
    return statementNumber((await findStatement(trx, id))!);
  });
}
