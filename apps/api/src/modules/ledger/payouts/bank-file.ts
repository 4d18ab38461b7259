import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatDecimalEuros } from '@wopack/domain';
import type { BankFileFormat, OperatorConfig } from '../../../config/operator.ts';
import { formatBankText } from './bank-account.rules.ts';

export interface PostalAddress {
  street: string;
  postCode: string | null;
  /** Null: not known apart from the street, so that there is no structured address. */
  city: string | null;
  country: string | null;
}

export interface Transfer {
  payoutId: number;
  cents: number;
  iban: string;
  holder: string;
  address: PostalAddress;
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

type Payer = Pick<OperatorConfig, 'name' | 'address' | 'postCode' | 'city' | 'vatNumber' | 'iban' | 'bic'>;

/** An element with one after the other, or with a text; none of those that are null. */
const element = (name: string, ...content: (string | null)[]): string =>
  `<${name}>${content.filter((part) => part !== null).join('')}</${name}>`;

/** What the names and addresses of the bank's character set have no need of, but settings may. */
const escapeXml = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** In the zone of the operator, whatever that of the process. */
const formatLocalTime = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/**
 * Banks take addresses with town and country in elements of their own. Source: EPC153-22, SEPA payment scheme address
 * guidance; unstructured ones are refused since November 2026.
 */
function formatAddress({ street, postCode, city, country }: PostalAddress): string | null {
  if (city === null || country === null) return null;
  return element(
    'PstlAdr',
    street && element('StrtNm', formatBankText(street, 70)),
    postCode && element('PstCd', formatBankText(postCode, 16)),
    element('TwnNm', formatBankText(city, 35)),
    element('Ctry', country),
  );
}

const formatParty = (format: BankFileFormat, name: string, address: PostalAddress): string[] => [
  element('Nm', formatBankText(name, 70)),
  // The older version knows them, too, but banks that still want it were never sent any.
  (format === 'pain.001.001.09' && formatAddress(address)) || '',
];

const TRANSFERS_PER_TURN = 200;

/**
 * One credit-transfer file (ISO 20022 pain.001, customer credit transfer initiation) for all payouts of a run. Dates are
 * those of the operator's zone. Deterministic for the same run. Written by hand, element by element, so that thousands of
 * transfers leave turns to others. Source: EPC132-08, SEPA credit transfer customer-to-bank implementation guidelines 2025.
 */
export async function buildBankFile(
  format: BankFileFormat,
  payer: Payer & { country: string | null },
  timeZone: string,
  { runId, madeAt, executeOn, transfers }: TransferFile,
): Promise<string> {
  const isNew = format === 'pain.001.001.09';
  const id = `WOPACK-${runId}`;
  const totals = [
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', formatDecimalEuros(transfers.reduce((sum, { cents }) => sum + cents, 0))),
  ];
  const header = element(
    'GrpHdr',
    element('MsgId', id),
    element('CreDtTm', formatLocalTime(madeAt, timeZone)),
    ...totals,
    element('InitgPty', element('Nm', formatBankText(payer.name, 70))),
  );
  const bic = payer.bic && element(isNew ? 'BICFI' : 'BIC', escapeXml(payer.bic));
  const order = [
    element('PmtInfId', `${id}.0`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    ...totals,
    element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))),
    element('ReqdExctnDt', isNew ? element('Dt', executeOn) : executeOn),
    element(
      'Dbtr',
      ...formatParty(format, payer.name, {
        street: payer.address,
        postCode: payer.postCode,
        city: payer.city,
        country: payer.country,
      }),
    ),
    element('DbtrAcct', element('Id', element('IBAN', escapeXml(payer.iban!)))),
    element('DbtrAgt', element('FinInstnId', bic || element('Othr', element('Id', 'NOTPROVIDED')))),
    element('ChrgBr', 'SLEV'),
  ];
  const parts: string[] = [];
  for (const [index, transfer] of transfers.entries()) {
    parts.push(formatTransfer(format, `${id}.0.${index}`, payer.name, transfer));
    if ((index + 1) % TRANSFERS_PER_TURN === 0) await nextTurn();
  }
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${format}`;
  const message = element('CstmrCdtTrfInitn', header, element('PmtInf', ...order, ...parts));
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${namespace}">${message}</Document>`;
}

const formatTransfer = (
  format: BankFileFormat,
  id: string,
  payerName: string,
  { payoutId, cents, iban, holder, address, statement }: Transfer,
): string =>
  element(
    'CdtTrfTxInf',
    element('PmtId', element('InstrId', id), element('EndToEndId', `WOPACK-P${payoutId}`)),
    element('Amt', `<InstdAmt Ccy="EUR">${formatDecimalEuros(cents)}</InstdAmt>`),
    element('Cdtr', ...formatParty(format, holder, address)),
    element('CdtrAcct', element('Id', element('IBAN', escapeXml(iban)))),
    element('RmtInf', element('Ustrd', `${formatBankText(payerName, 60)} ${formatBankText(statement, 70)}`)),
  );
