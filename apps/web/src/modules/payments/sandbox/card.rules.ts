const digits = (text: string): string => text.replace(/\D/g, '');

/** '4242424242424242' → '4242 4242 4242 4242'. */
export const groupNumber = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** '1227' → '12/27'; '5' → '05/' since no month begins so; autofill's '12/2027' → '12/27'. */
export function groupExpiry(text: string): string {
  let plain = digits(text);
  if (/^[2-9]$/.test(plain)) plain = `0${plain}`;
  if (/^\d{2}20\d{2}$/.test(plain)) plain = plain.slice(0, 2) + plain.slice(4);
  return plain.length > 2 ? `${plain.slice(0, 2)}/${plain.slice(2, 4)}` : plain;
}

/** A complete number whose check digit is right (ISO/IEC 7812-1). */
export function numberIsGood(text: string): boolean {
  const plain = digits(text);
  if (!/^\d{12,19}$/.test(plain)) return false;
  let sum = 0;
  for (const [place, digit] of [...plain].reverse().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Month and year of 'MM/YY', or of what becomes it once the field shows it so; null when it is none. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(groupExpiry(text)) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : null;
}

/** A card is good until the end of its month. */
export function isExpired({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now >= new Date(year, month, 1);
}

export const cvcIsGood = (text: string): boolean => /^\d{3,4}$/.test(text);
