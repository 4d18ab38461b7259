const keepDigits = (text: string): string => text.replace(/\D/g, '');

/** '4242424242424242' → '4242 4242 4242 4242'. */
export const formatCardNumber = (text: string): string =>
  keepDigits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** '1227' → '12/27'; '5' → '05/', since no month starts with 5; autofill's '12/2027' → '12/27'. */
export function formatExpiry(text: string): string {
  let digits = keepDigits(text);
  if (/^[2-9]$/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits;
}

/** Length and check digit (ISO/IEC 7812-1). */
export function isValidCardNumber(text: string): boolean {
  const digits = keepDigits(text);
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [position, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (position % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Month and year of 'MM/YY', or of what `formatExpiry` makes such; null when it is none. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(formatExpiry(text)) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : null;
}

/** A card is valid until the end of its month. */
export function isExpired({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now >= new Date(year, month, 1);
}

export const isValidCvc = (text: string): boolean => /^\d{3,4}$/.test(text);
