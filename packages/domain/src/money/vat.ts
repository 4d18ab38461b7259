/**
 * VAT contained in an amount, in cents, halves away from zero: 23 % in 1.23 EUR is 0.23. For the sum of a
 * statement, never for single lines. Source: docs/specification.md, Money.
 */
export function vatIncludedIn(cents: number, percent: number): number {
  // In hundredths of a percent, so that only integers are divided: 23 % → 2300.
  const rate = Math.round(percent * 100);
  const denominator = 10_000 + rate;
  const vat = Math.floor((2 * Math.abs(cents) * rate + denominator) / (2 * denominator));
  return cents < 0 && vat > 0 ? -vat : vat;
}
