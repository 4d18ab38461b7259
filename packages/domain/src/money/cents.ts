/**
 * Parses an amount in euros, as a number or as text ('3.99'), exactly to cents. Null for more than two
 * decimals or anything else. Avoids floating-point multiplication.
 */
export function centsFromEuros(euros: number | string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(String(euros).trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Cents to the decimal euros of the wire: 399 → 3.99. */
export const eurosFromCents = (cents: number): number => cents / 100;
