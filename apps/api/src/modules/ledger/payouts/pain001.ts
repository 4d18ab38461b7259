import anyAscii from 'any-ascii';
import * as SEPA from 'sepa';
import type { OperatorConfig } from '../../../config/operator.ts';

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

/** Transliterates to the SEPA character set: Latin letters, digits and some signs. */
export const formatBankText = (text: string, maxLength: number): string =>
  anyAscii(text)
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim() || '-';

/** One credit-transfer file (ISO 20022 pain.001) for all payouts of a run. Deterministic for the same run. */
export function buildPain001(
  { name, iban, bic }: OperatorConfig,
  { runId, madeAt, executeOn, transfers }: TransferFile,
): string {
  const document = new SEPA.Document('pain.001.001.03');
  document.grpHdr.id = `WOPACK-${runId}`;
  document.grpHdr.created = madeAt;
  document.grpHdr.initiatorName = formatBankText(name, 70);
  const paymentInfo = document.createPaymentInfo();
  paymentInfo.requestedExecutionDate = new Date(`${executeOn}T00:00:00Z`);
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
