import type { CommissionInvoiceKind, InvoicedCustomer, InvoicingServiceName } from '@wopack/contract';
import { formatDecimalEuros } from '@wopack/domain';

/** What a document says. */
export interface DocumentRequest {
  kind: CommissionInvoiceKind;
  /** Ours: at most one document of a service has it. */
  reference: string;
  customer: InvoicedCustomer;
  description: string;
  /** With VAT. */
  amountCents: number;
  vatPercent: number;
  /** The day on which it is issued, 'YYYY-MM-DD': a series accepts no date before that of its last document. */
  date: string;
  /** Before that day nothing was asked for. */
  since: string;
  /** The invoice that a credit note gives back. */
  credited: { ref: string; number: string } | null;
}

/** An issued document. */
export interface IssuedDocument {
  /** Identifies the document at the service. */
  ref: string;
  number: string;
  /** Null: the service has not said it yet. */
  atcud: string | null;
  totalCents: number;
  /** Tax number of the customer, as the service has it. */
  taxNumber: string;
}

/** A certified service. A method throws one of the errors below, or what is a mistake of ours. */
export interface InvoicingService {
  readonly name: InvoicingServiceName;
  /** The document with our reference. A draft is none: it has no number, and is removed. */
  find(request: DocumentRequest): Promise<IssuedDocument | null>;
  /** Only after `find` found nothing. */
  issue(request: DocumentRequest): Promise<IssuedDocument>;
  /** Null: it is not ready yet. */
  getPdf(ref: string): Promise<Buffer | null>;
  /** Whether the credentials are accepted and the settings name what is there, by calls that change nothing. */
  check(): Promise<void>;
}

/** Nothing was done for certain, and the same request may succeed later. */
export class UnavailableError extends Error {}
/** The credentials are not accepted. Nothing was done. */
export class CredentialsRefusedError extends UnavailableError {}
/** Whether it was done is not known. */
export class LostAnswerError extends Error {}
/** Never done as it is; `words` are those of the service. */
export class RefusedError extends Error {
  readonly why: 'refused' | 'difference' | 'cancelled';

  constructor(words: string, why: RefusedError['why'] = 'refused') {
    super(words);
    this.why = why;
  }
}

/** A setting names something that the service does not have. */
export class WrongSettingError extends Error {
  /** Name of the setting. */
  readonly setting: string;

  constructor(setting: string, words: string) {
    super(words);
    this.setting = setting;
  }
}

/** For checks: names the setting that a definite refusal is about. */
export const blame = (setting: string) => (error: Error) => {
  throw error instanceof RefusedError ? new WrongSettingError(setting, error.message) : error;
};

export const assertTotal = ({ amountCents }: DocumentRequest, totalCents: number): void => {
  if (totalCents !== amountCents)
    throw new RefusedError(
      `the document is over ${formatDecimalEuros(totalCents)} EUR, not ${formatDecimalEuros(amountCents)} EUR`,
      'difference',
    );
};

/** A document with our reference may be of somebody else who uses the service. */
export const assertCustomer = ({ customer }: DocumentRequest, taxNumber: string): void => {
  const expected = formatTaxNumber(customer);
  if (formatTaxNumber({ ...customer, tax_number: taxNumber }) !== expected)
    throw new RefusedError(`the document is for ${taxNumber || 'nobody'}, not for ${expected}`, 'difference');
};

/** Rounded: services answer numbers and texts with more decimals. */
export function parseEuros(amount: unknown): number {
  const cents = Math.round(Number(amount) * 100);
  if (!Number.isSafeInteger(cents) || amount === null || amount === '')
    throw new LostAnswerError(`an amount is ${JSON.stringify(amount)}`);
  return cents;
}

/**
 * The amount without VAT, with as many decimals as the total needs to be that of the statement: the nearest two decimals
 * often add up to a cent more or less.
 */
export const formatNet = (amountCents: number, vatPercent: number): string =>
  (amountCents / (100 + vatPercent)).toFixed(6);

/** The tax number as Portuguese services take it: of Portugal without its letters, of others with them. */
export function formatTaxNumber({ country, tax_number: number }: InvoicedCustomer): string {
  const compact = number.replaceAll(/[\s.-]/g, '').toUpperCase();
  return country === 'PT' ? compact.replace(/^PT/, '') : compact;
}
