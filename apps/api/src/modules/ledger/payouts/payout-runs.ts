import { DAY_MS, formatCents } from '@wopack/domain';
import { getConsoleAddress } from '../../../config/config.ts';
import { findOperatorCountry } from '../../../config/operator.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { assertNotQuiet } from '../../../platform/quiet.ts';
import { getContactOfBusiness } from '../../businesses/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { postTransaction } from '../post-transaction.ts';
import { formatStatementNumber } from '../statements/get-statements.ts';
import { findIbanError } from './bank-account.rules.ts';
import { buildBankFile } from './bank-file.ts';
import { getNextBankDay } from './payout-days.rules.ts';
import {
  claimPayoutMonth,
  findPayoutRun,
  insertPayout,
  insertPayoutRun,
  listDuePayouts,
  lockPayout,
  lockPayoutRuns,
  markPayoutsSent,
  saveRunFile,
  setPayoutState,
} from './payouts.queries.ts';

export interface PayoutRunResult {
  /** Null when no payout was due. */
  runId: number | null;
  payouts: number;
  cents: number;
}

const EMPTY_RUN: PayoutRunResult = { runId: null, payouts: 0, cents: 0 };

/**
 * Posts all due payouts, stores them and writes one bank file: an interrupted run leaves nothing, and a repeated one finds
 * nothing due. `month` names the regular run, at most one a month:
 * payouts that become due after it wait for the next. Null is a manual run.
 */
export async function createPayoutRun(
  context: Context,
  trx: Trx,
  month: string | null,
  by: number | null = null,
): Promise<PayoutRunResult> {
  const { clock, config } = context;
  const { operator, operatorTimeZone } = config;
  if (!operator.iban) throw new AppError('conflict', { message: 'ledger.noOperatorIban' });
  if (findIbanError(operator.iban)) throw new AppError('conflict', { message: 'ledger.operatorIban' });
  await assertNotQuiet(trx);
  await lockPayoutRuns(trx);
  if (month && !(await claimPayoutMonth(trx, `${month}-01`))) return EMPTY_RUN;
  const now = clock.now();
  const duePayouts = (await listDuePayouts(trx, now)).filter(
    ({ cents }) => cents >= Math.max(operator.minPayoutCents, 1),
  );
  if (duePayouts.length === 0) return EMPTY_RUN;
  const { id: runId } = await insertPayoutRun(trx, month && `${month}-01`, now);
  const transfers = [];
  for (const duePayout of duePayouts) {
    const { id: payoutId } = await insertPayout(trx, runId, duePayout, { now, by });
    await postTransaction(trx, {
      kind: 'payout',
      payoutId,
      entries: [
        { account: { kind: duePayout.role, userId: duePayout.user_id }, amountCents: duePayout.cents },
        { account: { kind: 'payouts' }, amountCents: -duePayout.cents },
      ],
      now,
    });
    const { cents, iban, holder, address: street, post_code: postCode, city, country } = duePayout;
    const address = { street, postCode, city, country };
    transfers.push({ payoutId, cents, iban, holder, address, statement: formatStatementNumber(duePayout) });
  }
  const cents = duePayouts.reduce((sum, duePayout) => sum + duePayout.cents, 0);
  const file = { runId, madeAt: now, executeOn: getNextBankDay(now, operatorTimeZone), transfers };
  const payer = { ...operator, country: findOperatorCountry(operator) };
  await saveRunFile(trx, runId, await buildBankFile(operator.bankFileFormat, payer, operatorTimeZone, file));
  const result = { runId, payouts: duePayouts.length, cents };
  await notifyOperator(context, trx, result);
  return result;
}

async function notifyOperator(
  { config, jobs }: Pick<Context, 'config' | 'jobs'>,
  trx: Trx,
  { runId, payouts, cents }: PayoutRunResult,
): Promise<void> {
  const { email, language } = config.operator;
  if (!email) return;
  const values = {
    run: runId!,
    payouts,
    amount: formatCents(cents, language),
    url: `${getConsoleAddress(config)}payout_runs/${runId}`,
  };
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: email,
    ...composeMail('payoutRun', language, values),
  });
}

/** Idempotent. `by` is the operator who takes the step. */
export async function markRunSent(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  runId: number,
  by: number | null = null,
): Promise<void> {
  if (!(await findPayoutRun(trx, runId))) throw new AppError('notFound');
  await markPayoutsSent(trx, runId, { now: clock.now(), by });
}

/** Idempotent; a returned payout cannot be confirmed any more. */
export async function confirmPayout(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  id: number,
  by: number | null = null,
): Promise<void> {
  const payout = await lockPayout(trx, id);
  if (!payout) throw new AppError('notFound');
  if (payout.state === 'confirmed') return;
  if (payout.state !== 'sent') throw new AppError('conflict', { message: 'ledger.payoutState' });
  const now = clock.now();
  await setPayoutState(trx, id, 'confirmed', { now, by });
  await postTransaction(trx, {
    kind: 'payout_confirmed',
    payoutId: id,
    entries: [
      { account: { kind: 'payouts' }, amountCents: payout.amount_cents },
      { account: { kind: 'bank' }, amountCents: -payout.amount_cents },
    ],
    now,
  });
}

/**
 * The bank returned the payout, before or after it was confirmed: the amount is owed again and the user is
 * notified.
 */
export async function returnPayout(
  context: Context,
  trx: Trx,
  id: number,
  reason: string,
  { by = null, reference = null }: { by?: number | null; reference?: string | null } = {},
): Promise<void> {
  const payout = await lockPayout(trx, id);
  if (!payout) throw new AppError('notFound');
  if (payout.state === 'returned') return;
  if (payout.state === 'made') throw new AppError('conflict', { message: 'ledger.payoutState' });
  const now = context.clock.now();
  await setPayoutState(trx, id, 'returned', { now, by, reason, reference });
  const { role, user_id: userId, amount_cents: amountCents } = payout;
  await postTransaction(trx, {
    kind: 'payout_returned',
    payoutId: id,
    entries: [
      { account: { kind: payout.state === 'confirmed' ? 'bank' : 'payouts' }, amountCents },
      { account: { kind: role, userId }, amountCents: -amountCents },
    ],
    now,
  });
  await notifyUser(context, trx, {
    userId: role === 'seller' ? await getContactOfBusiness(trx, userId) : userId,
    template: 'payoutReturned',
    isByWopack: true,
    values: (language) => ({ amount: formatCents(amountCents, language), reason }),
    url: '/account/payout',
    tag: `payout-${id}`,
    until: new Date(now.getTime() + 14 * DAY_MS),
  });
}
