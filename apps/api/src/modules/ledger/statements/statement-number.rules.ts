/** 'WP-2026-00017': short and plain enough for a bank's remittance line. */
export const formatStatementNumber = ({ year, number }: { year: number; number: number }): string =>
  `WP-${year}-${String(number).padStart(5, '0')}`;

/** Null when it is none. */
export function parseStatementNumber(text: string): { year: number; number: number } | null {
  const match = /^(?:WP-)?(\d{4})-(\d{1,9})$/.exec(text.trim().toUpperCase());
  return match && { year: Number(match[1]), number: Number(match[2]) };
}
