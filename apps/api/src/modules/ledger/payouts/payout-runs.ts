import { formatCents } from '@wopack/domain';
import * as SEPA from 'sepa';
import type { OperatorConfig } from '../../../config/operator.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { notifyUser } from '../../notifications/index.ts';
import { postTransaction } from '../post-transaction.ts';
import { formatStatementNumber } from '../statements/get-statements.ts';
import { formatBankText } from './bank-account.rules.ts';
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
 * Posts all due payouts, stores them and writes one bank file, in one transaction: an interrupted run
 * leaves nothing, and a repeated one finds nothing due. `month` names the regular run, at most one a month:
 * payouts that become due after it wait for the next. Null is a manual run.
 */
export const createPayoutRun = (
  context: Context,
  month: string | null,
  by: number | null = null,
): Promise<PayoutRunResult> =>
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
      const { cents, iban, holder } = duePayout;
      transfers.push({ payoutId, cents, iban, holder, statement: formatStatementNumber(duePayout) });
    }
    const cents = duePayouts.reduce((sum, duePayout) => sum + duePayout.cents, 0);
    const file = { runId, madeAt: now, executeOn: getNextBankDay(now, operatorTimeZone), transfers };
    await saveRunFile(trx, runId, buildPain001(operator, operatorTimeZone, file));
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
    ...composeMail('payoutRun', language, values),
  });
}

type Dependencies = Pick<Context, 'db' | 'clock'>;
const DAY_MS = 86_400_000;

/** Idempotent. `by` is the operator who takes the step. */
export const markRunSent = (
  { db, clock }: Dependencies,
  runId: number,
  by: number | null = null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await findPayoutRun(trx, runId))) throw new AppError('notFound');
    await markPayoutsSent(trx, runId, { now: clock.now(), by });
  });

/** Idempotent; a returned payout cannot be confirmed any more. */
export const confirmPayout = (
  { db, clock }: Dependencies,
  id: number,
  by: number | null = null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
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
  });

/**
 * The bank returned the payout, before or after it was confirmed: the amount is owed again and the user is
 * notified.
 */
export const returnPayout = (
  context: Context,
  id: number,
  reason: string,
  { by = null, reference = null }: { by?: number | null; reference?: string | null } = {},
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
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
      userId,
      template: 'payoutReturned',
      isByOperator: true,
      values: (language) => ({ amount: formatCents(amountCents, language), reason }),
      url: '/account/payout',
      tag: `payout-${id}`,
      until: new Date(now.getTime() + 14 * DAY_MS),
    });
  });

export interface Transfer {
  payoutId: number;
  cents: number;
  iban: string;
  holder: string;
  /** Number of the statement, used as remittance text. */
  statement: string;
}

export interface TransferFile {
  runId: number;
  madeAt: Date;
  /** Execution date, e.g. '2026-12-07'. */
  executeOn: string;
  transfers: readonly Transfer[];
}

const toPlainDateTime = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** `sepa` prints the parts of a date in the zone of the process: the date that has these parts there. */
const toLocalDate = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime): Date =>
  new Date(year, month - 1, day, hour, minute, second);

/**
 * One credit-transfer file (ISO 20022 pain.001) for all payouts of a run. Times are
 * those of the operator's zone, whatever that of the process. Deterministic for the same run.
 */
export function buildPain001(
  { name, iban, bic }: OperatorConfig,
  timeZone: string,
  { runId, madeAt, executeOn, transfers }: TransferFile,
): string {
  const document = new SEPA.Document('pain.001.001.03');
  document.grpHdr.id = `WOPACK-${runId}`;
  document.grpHdr.created = toLocalDate(toPlainDateTime(madeAt, timeZone));
  document.grpHdr.initiatorName = formatBankText(name, 70);
  const paymentInfo = document.createPaymentInfo();
  paymentInfo.requestedExecutionDate = toLocalDate(Temporal.PlainDateTime.from(executeOn));
  paymentInfo.debtorName = formatBankText(name, 70);
  paymentInfo.debtorIBAN = iban!;
  if (bic) paymentInfo.debtorBIC = bic;
  paymentInfo.batchBooking = true;
  document.addPaymentInfo(paymentInfo);
  for (const { payoutId, cents, iban: creditorIban, holder, statement } of transfers) {
    const transfer = paymentInfo.createTransaction();
    transfer.end2endId = `WOPACK-P${payoutId}`;
    transfer.amount = cents / 100;
    transfer.creditorName = formatBankText(holder, 70);
    transfer.creditorIBAN = creditorIban;
    transfer.remittanceInfo = `${formatBankText(name, 60)} ${statement}`;
    paymentInfo.addTransaction(transfer);
  }
  return document.toString();
}
