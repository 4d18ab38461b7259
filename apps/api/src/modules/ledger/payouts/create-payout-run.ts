import { formatCents } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { postTransaction } from '../post-transaction.ts';
import { formatStatementNumber } from '../statements/statement-number.rules.ts';
import { buildPain001 } from './pain001.ts';
import { getNextBankDay } from './payout-days.rules.ts';
import {
  claimPayoutMonth,
  insertPayout,
  insertPayoutRun,
  listDuePayouts,
  lockPayoutRuns,
  saveRunFile,
} from './payouts.queries.ts';

export interface PayoutRunResult {
  /** Null when no payout was due. */
  runId: number | null;
  payouts: number;
  cents: number;
}

const EMPTY_RUN: PayoutRunResult = { runId: null, payouts: 0, cents: 0 };

/**
 * Posts all due payouts, stores them and writes one bank file, in one transaction: an interrupted run
 * leaves nothing, and a repeated one finds nothing due. `month` names the regular run, at most one a month:
 * payouts that become due after it wait for the next. Null is a manual run.
 */
export const createPayoutRun = (context: Context, month: string | null): Promise<PayoutRunResult> =>
  context.db.transaction().execute(async (trx) => {
    const { clock, config } = context;
    const { operator, operatorTimeZone } = config;
    if (!operator.iban) throw new AppError('conflict', { message: 'ledger.noOperatorIban' });
    await lockPayoutRuns(trx);
    if (month && !(await claimPayoutMonth(trx, `${month}-01`))) return EMPTY_RUN;
    const now = clock.now();
    const duePayouts = (await listDuePayouts(trx, now)).filter(
      ({ cents }) => cents >= operator.minPayoutCents,
    );
    if (duePayouts.length === 0) return EMPTY_RUN;
    const { id: runId } = await insertPayoutRun(trx, month && `${month}-01`, now);
    const transfers = [];
    for (const duePayout of duePayouts) {
      const { id: payoutId } = await insertPayout(trx, runId, duePayout, now);
      await postTransaction(trx, {
        kind: 'payout',
        payoutId,
        entries: [
          { account: { kind: duePayout.role, userId: duePayout.user_id }, amountCents: duePayout.cents },
          { account: { kind: 'payouts' }, amountCents: -duePayout.cents },
        ],
        now,
      });
      const { cents, iban, holder } = duePayout;
      transfers.push({ payoutId, cents, iban, holder, statement: formatStatementNumber(duePayout) });
    }
    const cents = duePayouts.reduce((sum, duePayout) => sum + duePayout.cents, 0);
    const file = { runId, madeAt: now, executeOn: getNextBankDay(now, operatorTimeZone), transfers };
    await saveRunFile(trx, runId, buildPain001(operator, file));
    const result = { runId, payouts: duePayouts.length, cents };
    await notifyOperator(context, trx, result);
    return result;
  });

async function notifyOperator(
  { config, jobs }: Context,
  trx: Trx,
  { runId, payouts, cents }: PayoutRunResult,
): Promise<void> {
  const { email, language } = config.operator;
  if (!email) return;
  const values = { run: runId!, payouts, amount: formatCents(cents, language) };
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: email,
    subject: translate('mail.payoutRun.subject', language, values),
    text: translate('mail.payoutRun.text', language, values),
    language,
  });
}
