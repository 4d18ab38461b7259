/**
 * Reads an amount in euros, as a number or as text ('3.99'), exactly into cents.
 * Null when it is no amount with at most two decimals. Never goes through a float product.
 */
export function centsFromEuros(euros: number | string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(String(euros).trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Cents as the decimal euros of the specified fields: 399 → 3.99. */
export const eurosFromCents = (cents: number): number => cents / 100;
