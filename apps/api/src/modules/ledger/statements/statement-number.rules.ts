/** 'WP-2026-00017': fits the SEPA character set of a remittance text. */
export const formatStatementNumber = ({ year, number }: { year: number; number: number }): string =>
  `WP-${year}-${String(number).padStart(5, '0')}`;

/** Null for any other text. */
export function parseStatementNumber(text: string): { year: number; number: number } | null {
  const match = /^(?:WP-)?(\d{4})-(\d{1,9})$/.exec(text.trim().toUpperCase());
  return match && { year: Number(match[1]), number: Number(match[2]) };
}
