import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBuyerTaxNumber, parseNif, parseTaxNumber } from './tax-number.ts';

test.each([
  ['254318070', '254318070'],
  [' 254 318 070 ', '254318070'],
  ['pt-254.318.070', '254318070'],
  ['501442600', '501442600'],
  ['254318071', null],
  ['25431807', null],
  ['2543180700', null],
  ['054318070', null],
  ['999999990', null],
  ['123456789', null],
  ['', null],
])('%j as a NIF: %j', (input, expected) => expect(parseNif(input)).toBe(expected));

const eightDigits = fc.integer({ min: 10_000_000, max: 39_999_999 }).map(String);
const digits = [...'0123456789'];

test('of the ten numbers with the same first eight digits one is right', () => {
  fc.assert(
    fc.property(eightDigits, (start) => {
      fc.pre(!/^(?:12345678|(\d)\1+)$/.test(start));
      expect(digits.filter((digit) => parseNif(start + digit) !== null)).toHaveLength(1);
    }),
  );
});

test('a wrong digit is found, wherever it is', () => {
  const findCheckDigit = (start: string) => digits.find((digit) => parseNif(start + digit) !== null)!;
  fc.assert(
    fc.property(
      eightDigits,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (start, index, change) => {
        fc.pre(!/^(?:12345678|(\d)\1+)$/.test(start));
        const nif = start + findCheckDigit(start);
        const digit = (Number(nif[index]) + change) % 10;
        const wrong = nif.slice(0, index) + digit + nif.slice(index + 1);
        // The check digit 0 stands for two remainders, so that it finds one error in eleven less.
        fc.pre(!nif.endsWith('0') && !wrong.endsWith('0'));
        expect(parseNif(wrong)).toBeNull();
      },
    ),
  );
});

test('spaces, dots, hyphens and the prefix change nothing', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '.', '-'), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(separators, fc.constantFrom('', 'PT', 'pt '), (between, prefix) => {
      const typed = prefix + [...'254318070'].map((digit, index) => digit + between[index]!).join('');
      expect(parseNif(typed)).toBe('254318070');
    }),
  );
});

test('of other countries only letters, digits and length count', () => {
  expect(parseTaxNumber('DE', '29/815/08150')).toBe('2981508150');
  expect(parseTaxNumber('DE', 'ABCDE')).toBeNull();
  expect(parseTaxNumber('DE', '12')).toBeNull();
});

test.each([
  ['PT', '254 318 070', '254318070'],
  ['PT', 'PT254318070', '254318070'],
  ['PT', 'ES B-12345678', 'ESB12345678'],
  ['PT', 'EL094259216', 'EL094259216'],
  ['PT', 'ES', null],
  ['PT', 'XX254318070', null],
  ['PT', 'B12345678', null],
  ['ES', 'B12345678', 'B12345678'],
  ['ES', 'PT254318070', 'PT254318070'],
  ['ES', 'PT254318071', null],
] as const)('for an invoice from %s, %j is %j', (country, input, expected) =>
  expect(parseBuyerTaxNumber(country, input, ['PT', 'ES', 'DE'])).toBe(expected),
);
