import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COMMISSION_CENTS,
  centsFromEuros,
  centsFromHundredths,
  discountPercent,
  earningCents,
  eurosFromCents,
  formatCents,
  formatHundredths,
  formatPercent,
  formatPercentParts,
  formatValue,
  MAX_DISCOUNT,
  maxOldPriceCents,
  shareHundredths,
  vatIncludedIn,
} from './money.ts';

const cents = fc.integer({ min: 0, max: 999_999_999 });
const property = (body: fc.IPropertyWithHooks<[number]>) => fc.assert(body, { numRuns: 2000 });

test('euros convert to the same cents as number and as text', () => {
  property(
    fc.property(cents, (amount) => {
      const euros = eurosFromCents(amount);
      expect(centsFromEuros(euros)).toBe(amount);
      expect(centsFromEuros(String(euros))).toBe(amount);
      expect(centsFromEuros(` ${euros.toFixed(2)} `)).toBe(amount);
      expect(centsFromEuros(`${euros.toFixed(2)}000`)).toBe(amount);
    }),
  );
});

test('fractions of a cent are refused, never rounded', () => {
  property(
    fc.property(cents, (amount) => {
      expect(centsFromEuros(`${eurosFromCents(amount).toFixed(2)}1`)).toBeNull();
      expect(centsFromEuros(`${eurosFromCents(amount).toFixed(2)}001`)).toBeNull();
    }),
  );
});

test('only whole amounts of cents are accepted', () => {
  fc.assert(
    fc.property(fc.double(), (euros) => {
      const amount = centsFromEuros(euros);
      if (amount !== null) expect(eurosFromCents(amount)).toBe(Math.abs(euros));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '',
  ' ',
  '.',
  '3.',
  '.5',
  '-3.99',
  '+3.99',
  '3,99',
  '3.99 €',
  '1e3',
  '0x10',
  '3.9.9',
  '12345678',
  'NaN',
])('%j is not an amount', (text) => expect(centsFromEuros(text)).toBeNull());

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e-7, 1e21, 0.1 + 0.2])('%d is not an amount', (euros) =>
  expect(centsFromEuros(euros)).toBeNull(),
);

// Intl puts a no-break space before the sign.
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test.each([
  ['pt', 399, '3,99 €'],
  ['en', 399, '€3.99'],
  ['ru', 399, '3,99 €'],
  ['pt', 400, '4,00 €'],
  ['en', 5, '€0.05'],
])('%s: %d cents is formatted as %s', (language, cents, text) =>
  expect(plain(formatCents(cents, language))).toBe(text),
);

test.each([
  ['pt', 1200, '12 €'],
  ['ru', 1250, '12,50 €'],
  ['en', 1200, '€12'],
])('%s: a value of %d cents is formatted as %s', (language, cents, text) =>
  expect(plain(formatValue(cents, language))).toBe(text),
);

test.each([
  ['pt', 1935, '0,1935 €'],
  ['en', 112_230, '€11.2230'],
  ['ru', -1935, '-0,1935 €'],
])('%s: %d hundredths of a cent are formatted as %s', (language, hundredths, text) =>
  expect(plain(formatHundredths(hundredths, language))).toBe(text),
);

test('the seller receives the price less 1.29', () => {
  expect(COMMISSION_CENTS).toBe(129);
  expect(earningCents(399)).toBe(270);
  fc.assert(
    fc.property(fc.integer({ min: 130, max: 1_000_000 }), (price) => {
      expect(earningCents(price) + COMMISSION_CENTS).toBe(price);
      expect(earningCents(price)).toBeGreaterThan(0);
    }),
  );
});

const price = fc.integer({ min: 130, max: 1_000_000 });

test('the highest value is at most 70 % off; one cent more is not', () => {
  fc.assert(
    fc.property(price, (cents) => {
      const limit = maxOldPriceCents(cents);
      // In integers: 1 − price/value ≤ 7/10.
      expect(10 * (limit - cents)).toBeLessThanOrEqual(7 * limit);
      expect(10 * (limit + 1 - cents)).toBeGreaterThan(7 * (limit + 1));
    }),
  );
});

test('the displayed discount is not overstated and is within one percent', () => {
  fc.assert(
    fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), (cents, share) => {
      const value = cents + Math.floor(share * (maxOldPriceCents(cents) - cents));
      const shown = discountPercent(cents, value);
      const exact = (100 * (value - cents)) / value;
      expect(shown).toBeLessThanOrEqual(exact);
      expect(shown).toBeGreaterThan(exact - 1);
      expect(shown).toBeLessThanOrEqual(MAX_DISCOUNT * 100);
    }),
  );
});

test('a value not above the price means no discount', () => {
  expect(discountPercent(399, 399)).toBe(0);
  expect(discountPercent(399, 100)).toBe(0);
  expect(discountPercent(300, 1000)).toBe(70);
});

test('15 % of 1.29 is 19.35 cents, exactly', () => expect(shareHundredths()).toBe(1935));

test('a hundred shares equal 15 % of a hundred commissions, for any commission', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (cents) => {
      expect(shareHundredths(cents) * 100).toBe(cents * 100 * 15);
      expect(centsFromHundredths(shareHundredths(cents) * 100)).toBe(cents * 15);
    }),
  );
});

test.each([
  [309 * 1935, 5979],
  [1935, 19],
  [2 * 1935, 39],
  [50, 1],
  [49, 0],
  [-49, 0],
  [-50, -1],
  [0, 0],
])('%d hundredths round to %d cents', (hundredths, cents) =>
  expect(centsFromHundredths(hundredths)).toBe(cents),
);

test('a month and its reversal cancel out; rounding is off by at most half a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (hundredths) => {
      const cents = centsFromHundredths(hundredths);
      expect(cents + centsFromHundredths(-hundredths)).toBe(0);
      expect(Object.is(cents, -0)).toBe(false);
      expect(Math.abs(cents * 100 - hundredths)).toBeLessThanOrEqual(50);
    }),
  );
});

test.each([
  [123, 23, 23],
  [COMMISSION_CENTS, 23, 24],
  [100 * COMMISSION_CENTS, 23, 2412],
  [-100 * COMMISSION_CENTS, 23, -2412],
  [COMMISSION_CENTS, 0, 0],
  [0, 23, 0],
  [10_550, 5.5, 550],
  // Half a cent is rounded up.
  [3, 20, 1],
])('%d cents including %d %% VAT contain %d', (cents, percent, vat) =>
  expect(vatIncludedIn(cents, percent)).toBe(vat),
);

test('VAT is exact to half a cent and symmetric for negative amounts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (cents, rate) => {
        const vat = vatIncludedIn(cents, rate / 100);
        expect(2 * Math.abs(vat * (10_000 + rate) - cents * rate)).toBeLessThanOrEqual(10_000 + rate);
        expect(vatIncludedIn(-cents, rate / 100) + vat).toBe(0);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['pt', '15\u00a0%', '22,5\u00a0%'],
  ['en', '15%', '22.5%'],
  ['ru', '15\u00a0%', '22,5\u00a0%'],
])('percentages in %s do not break before the sign', (language, whole, fraction) => {
  expect(formatPercent(15, language)).toBe(whole);
  expect(formatPercent(22.5, language)).toBe(fraction);
  const { number, sign } = formatPercentParts(22.5, language);
  expect(number + sign).toBe(fraction);
  expect(sign.trim()).toBe('%');
});
