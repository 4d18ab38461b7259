import { getLocale } from './languages.ts';

/** WoPack's commission per pack, VAT included. Source: docs/specification.md, Money. */
export const COMMISSION_CENTS = 129;

export const commissionCents = (quantity: number): number => COMMISSION_CENTS * quantity;

/** Maximum discount on the declared value. Source: docs/specification.md, Money. */
export const MAX_DISCOUNT = 0.7;

/** Source: docs/specification.md, Money. */
export const CURRENCY = 'EUR';

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

/** Euros as programs and files write them, in any language: 399 → '3.99'. */
export const formatDecimalEuros = (cents: number): string => (cents / 100).toFixed(2);

const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(language: string, fractionDigits: 0 | 2 | 4): Intl.NumberFormat {
  const key = `${language} ${fractionDigits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(getLocale(language), {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Localised amount: 399 → '3,99 €' in pt and ru, '€3.99' in en. */
export const formatCents = (cents: number, language: string): string =>
  getFormatter(language, 2).format(cents / 100);

/** What something is said to be worth, without cents where there are none: 1200 → '12 €' in pt and ru, '€12' in en. */
export const formatValue = (cents: number, language: string): string =>
  getFormatter(language, cents % 100 === 0 ? 0 : 2).format(cents / 100);

/** Hundredths of a cent, without rounding: 1935 → '0,1935 €' in pt and ru, '€0.1935' in en. */
export const formatHundredths = (hundredths: number, language: string): string =>
  getFormatter(language, 4).format(hundredths / 10_000);

/** '15 %' with a no-break space in pt (European usage, unlike CLDR) and ru, '15%' in en. */
export const formatPercent = (percent: number, language: string): string =>
  Object.values(formatPercentParts(percent, language)).join('');

/** Number and sign apart, for figures that show the sign smaller; the sign begins with its space. */
export const formatPercentParts = (percent: number, language: string): { number: string; sign: string } => ({
  number: new Intl.NumberFormat(getLocale(language), { maximumFractionDigits: 2 }).format(percent),
  sign: language === 'en' ? '%' : '\u00a0%',
});

/** What the seller receives for so many packs, in cents: their price less WoPack's commission. */
export const earningCents = (priceCents: number, quantity = 1): number =>
  priceCents - commissionCents(quantity);

/**
 * The highest value a seller may declare for a price, in cents, rounded down. The discount must not exceed
 * 70 %, so value ≤ price / 0.3. Source: docs/specification.md, Money.
 */
export const maxOldPriceCents = (priceCents: number): number => Math.floor((priceCents * 10) / 3);

/** Discount in whole percent, rounded down so that it is never overstated. */
export const discountPercent = (priceCents: number, oldPriceCents: number): number =>
  oldPriceCents > priceCents ? Math.floor(((oldPriceCents - priceCents) * 100) / oldPriceCents) : 0;

/** A partner's percentage of WoPack's commission. Source: docs/specification.md, Money. */
export const PARTNER_PERCENT = 15;

/**
 * A partner's share of one order, in hundredths of a cent: 15 % of 1.29 EUR is 19.35 cents. A percentage of
 * cents is a whole number of hundredths of a cent, so nothing is rounded here.
 */
export const shareHundredths = (commissionCents: number = COMMISSION_CENTS): number =>
  commissionCents * PARTNER_PERCENT;

/**
 * Rounds hundredths of a cent to cents, halves away from zero, so that a credit and its reversal cancel
 * out. For the sum of a month, never for single shares.
 */
export function centsFromHundredths(hundredths: number): number {
  const cents = Math.floor((Math.abs(hundredths) + 50) / 100);
  return hundredths < 0 && cents > 0 ? -cents : cents;
}

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

/**
 * Not money, but counted with it in a seller's sales: food saved by one order in grams. An estimate, because units are not weighed: comparable surprise bags
 * weighed 1.5 kg on average (150 bags, 2023), which the publisher rounds down to 1 kg. Source: Too Good To
 * Go, impact methodology of 2024.
 */
export const FOOD_SAVED_PER_ORDER_GRAMS = 1000;

export const FOOD_SAVED_SOURCE_URL = 'https://www.toogoodtogo.com/en-gb/about-us/our-impact-calculation';
