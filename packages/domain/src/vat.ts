/** Percent, 0 is exempt; mixed: contents of several rates, which the till splits; null: not stated. */
export type VatRate = number | 'mixed' | null;

/**
 * A price with VAT as net and tax, in cents: the net is the price / (1 + rate) with halves rounded up, the tax is the
 * rest, so that both always sum to the price. What is given back (negative) is split like what was paid.
 */
export function splitVat(grossCents: number, percent: number): { netCents: number; taxCents: number } {
  const denominator = 10_000 + Math.round(percent * 100);
  const net = Math.floor((2 * Math.abs(grossCents) * 10_000 + denominator) / (2 * denominator));
  const netCents = grossCents < 0 && net > 0 ? -net : net;
  return { netCents, taxCents: grossCents - netCents };
}

/** Source: Código do IVA (Portugal), artigo 18.º, n.º 1. The Azores and Madeira have others. */
export const MAINLAND_VAT_RATES = [6, 13, 23] as const;
