import anyAscii from 'any-ascii';
import * as SEPA from 'sepa';
import type { OperatorConfig } from '../../../config/operator.ts';

export interface Transfer {
  payoutId: number;
  cents: number;
  iban: string;
  holder: string;
  /** What it is for: number of the statement. */
  statement: string;
}

export interface TransferFile {
  runId: number;
  madeAt: Date;
  /** Day banks execute it, e.g. '2026-12-07'. */
  executeOn: string;
  transfers: readonly Transfer[];
}

/** What banks read of a name or a text: the Latin letters, digits and signs of the SEPA character set. */
export const bankText = (text: string, longest: number): string =>
  anyAscii(text)
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .trim() || '-';

/** One credit-transfer file (ISO 20022 pain.001) for all payouts of a run. The same run always makes the same file. */
export function pain001(
  { name, iban, bic }: OperatorConfig,
  { runId, madeAt, executeOn, transfers }: TransferFile,
): string {
  const document = new SEPA.Document('pain.001.001.03');
  document.grpHdr.id = `WOPACK-${runId}`;
  document.grpHdr.created = madeAt;
  document.grpHdr.initiatorName = bankText(name, 70);
  const order = document.createPaymentInfo();
  order.requestedExecutionDate = new Date(`${executeOn}T00:00:00Z`);
  order.debtorName = bankText(name, 70);
  order.debtorIBAN = iban!;
  if (bic) order.debtorBIC = bic;
  order.batchBooking = true;
  document.addPaymentInfo(order);
  for (const { payoutId, cents, iban: to, holder, statement } of transfers) {
    const transfer = order.createTransaction();
    transfer.end2endId = `WOPACK-P${payoutId}`;
    transfer.amount = cents / 100;
    transfer.creditorName = bankText(holder, 70);
    transfer.creditorIBAN = to;
    transfer.remittanceInfo = `${bankText(name, 60)} ${statement}`;
    order.addTransaction(transfer);
  }
  return document.toString();
}
