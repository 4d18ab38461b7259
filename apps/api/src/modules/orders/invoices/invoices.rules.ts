import { businessCountries, type OrderState } from '@wopack/contract';
import { localDate, parseBuyerTaxNumber } from '@wopack/domain';
import { findUnwritableError } from '../../../platform/plain-letters.ts';
import { SOLD_STATES } from '../orders.rules.ts';

/** Whom the seller issues the invoice for. */
export interface Invoice {
  invoice_name: string | null;
  invoice_tax_number: string | null;
}

export type InvoiceBody = { [Field in keyof Invoice]?: string | null | undefined };

export const NO_INVOICE: Invoice = { invoice_name: null, invoice_tax_number: null };

/** Sellers who have not stated a country are taken to be here. */
export const DEFAULT_COUNTRY = 'PT';

/** The end of the day, at the sale place, on which the window ends. */
export function getInvoiceDeadline({ pickup_end: end, time_zone: timeZone }: InvoicedOrder): Date {
  // A window that ends at midnight is one of the day before.
  const day = localDate(new Date(end.getTime() - 1), timeZone);
  return new Date(day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

interface InvoicedOrder {
  pickup_end: Date;
  time_zone: string;
}

export const canChangeInvoice = (order: InvoicedOrder & { state: OrderState }, now: Date): boolean =>
  SOLD_STATES.includes(order.state) && now < getInvoiceDeadline(order);

const trim = (text: string | null | undefined) => text?.trim() || null;

/** What was given stays. */
export const saysNothing = ({ invoice_name, invoice_tax_number }: InvoiceBody): boolean =>
  invoice_name === undefined && invoice_tax_number === undefined;

export const hasInvoiceFields = (body: InvoiceBody): boolean =>
  trim(body.invoice_tax_number) !== null || trim(body.invoice_name) !== null;

/** `country` is that of the seller who issues the invoice. */
export function getInvoiceErrors(body: InvoiceBody, country: string) {
  const number = trim(body.invoice_tax_number);
  const invoice_name = findUnwritableError(body.invoice_name);
  if (number === null)
    return { invoice_name, invoice_tax_number: trim(body.invoice_name) !== null && 'field.required' };
  const isRight = parseBuyerTaxNumber(country, number, businessCountries) !== null;
  return { invoice_name, invoice_tax_number: !isRight && describeWrongNumber(number, country) };
}

/** A buyer who writes the letters of another country means a number of that one. */
function describeWrongNumber(number: string, country: string) {
  const letters = /^[A-Z]{2}/.exec(number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase())?.[0];
  if (letters && letters !== country) {
    if (letters === 'EL' || businessCountries.some((other) => other === letters))
      return 'orders.foreignTaxNumber';
    // Numbers of persons begin with letters in some countries, in Portugal none does.
    if (country === 'PT') return { key: 'orders.unknownTaxCountry', values: { letters } };
  }
  return country === 'PT' ? 'identity.nif' : 'identity.taxNumber';
}

/** Expects a body without errors. */
export function parseInvoice(body: InvoiceBody, country: string): Invoice {
  const number = trim(body.invoice_tax_number);
  return {
    invoice_name: number && trim(body.invoice_name),
    invoice_tax_number: number && parseBuyerTaxNumber(country, number, businessCountries),
  };
}
