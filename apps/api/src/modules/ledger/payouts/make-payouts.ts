import { formatCents } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { post } from '../post.ts';
import { statementNumber } from '../statements/statement-number.rules.ts';
import { pain001 } from './pain001.ts';
import { bankDay } from './payout-days.rules.ts';
import { beginMonth, due, insertPayout, insertRun, lockRuns, storeFile } from './payouts.queries.ts';

export interface MadeRun {
  /** Null: nobody was due. */
  runId: number | null;
  payouts: number;
  cents: number;
}

const NONE: MadeRun = { runId: null, payouts: 0, cents: 0 };

/**
 * A payout run: whoever is due is booked, written down and put into one file for the bank, in one transaction: killed
 * in the middle, nothing of it happened; asked for again, nobody is due any more. `month` names the regular run, of
 * which there is one a month at most: who becomes due after it waits for the next; null is a run by hand.
 */
export const makePayouts = (context: Context, month: string | null): Promise<MadeRun> =>
  context.db.transaction().execute(async (trx) => {
    const { clock, config } = context;
    const { operator, operatorZone } = config;
    if (!operator.iban) throw new AppError('conflict', { message: 'ledger.noOperatorIban' });
    await lockRuns(trx);
    if (month && !(await beginMonth(trx, `${month}-01`))) return NONE;
    const now = clock.now();
    const list = (await due(trx, now)).filter(({ cents }) => cents >= operator.minPayoutCents);
    if (list.length === 0) return NONE;
    const { id: runId } = await insertRun(trx, month && `${month}-01`, now);
    const transfers = [];
    for (const one of list) {
      const { id: payoutId } = await insertPayout(trx, runId, one, now);
      await post(trx, {
        kind: 'payout',
        reference: `payout:${payoutId}`,
        entries: [
          { account: `${one.role}:${one.user_id}`, amountCents: one.cents },
          { account: 'payouts', amountCents: -one.cents },
        ],
        now,
      });
      const { cents, iban, holder } = one;
      transfers.push({ payoutId, cents, iban, holder, statement: statementNumber(one) });
    }
    const cents = list.reduce((sum, one) => sum + one.cents, 0);
    const file = { runId, madeAt: now, executeOn: bankDay(now, operatorZone), transfers };
    await storeFile(trx, runId, pain001(operator, file));
    const made = { runId, payouts: list.length, cents };
    await announce(context, trx, made);
    return made;
  });

async function announce(
  { config, jobs }: Context,
  trx: Trx,
  { runId, payouts, cents }: MadeRun,
): Promise<void> {
  const { email, language } = config.operator;
  if (!email) return;
  const values = { run: runId!, payouts, amount: formatCents(cents, language) };
  await jobs.enqueue(trx, 'mail', {
    to: email,
    subject: translate('mail.payoutRun.subject', language, values),
    text: translate('mail.payoutRun.text', language, values),
    language,
  });
}
