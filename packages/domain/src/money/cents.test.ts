import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsFromEuros, eurosFromCents } from './cents.ts';

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
