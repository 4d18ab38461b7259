import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';

/** Delay after each try without success; from then on the last one. A service that was down for days is used within an hour. */
const PAUSES_MS = [10 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];

/**
 * Longer than all calls of a try take together, so that no other one begins meanwhile, and what the service did without
 * an answer is in its lists by then.
 */
export const getPause = (tries: number): number => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;

/** Nothing waits for a PDF, so it is asked for at greater intervals. */
const FILE_PAUSES_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];

export const getFilePause = (tries: number): number =>
  FILE_PAUSES_MS[Math.min(tries, FILE_PAUSES_MS.length) - 1]!;

export interface CreditPart<T> {
  invoice: T;
  cents: number;
}

/** What is given back of which invoices, newest first; `restCents`: what none of them covers. */
export function splitCredit<T extends { rest_cents: number }>(
  cents: number,
  invoices: readonly T[],
): { parts: CreditPart<T>[]; restCents: number } {
  const parts: CreditPart<T>[] = [];
  let restCents = cents;
  for (const invoice of invoices) {
    const part = Math.min(restCents, invoice.rest_cents);
    if (part > 0) parts.push({ invoice, cents: part });
    restCents -= part;
  }
  return { parts, restCents };
}

/** Names of the tax number in refusals of the services. */
const ABOUT_TAX_NUMBER = /contribuinte|\bnif\b|fiscal|tax_registration|\bvat\b/i;

/** What a refused document needs of the business; null once it has stated another tax number. */
export function findMissing(
  invoicedNumber: string,
  refusal: string | null,
  statedNumber: string,
): 'tax_number' | 'right_tax_number' | null {
  if (statedNumber !== invoicedNumber) return null;
  if (invoicedNumber === '') return 'tax_number';
  return refusal !== null && ABOUT_TAX_NUMBER.test(refusal) ? 'right_tax_number' : null;
}
