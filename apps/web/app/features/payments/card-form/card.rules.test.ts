import { expect, test } from 'vitest';
import {
  formatCardNumber,
  formatExpiry,
  isExpired,
  isValidCardNumber,
  isValidCvc,
  parseExpiry,
} from './card.rules.ts';

test('numbers are grouped by four digits', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('4242-42')).toBe('4242 42');
});

test.each([
  ['1', '1'],
  ['5', '05'],
  ['12', '12'],
  ['127', '12/7'],
  ['12/27', '12/27'],
  ['12/2027', '12/27'],
])('expiry typed as %s reads %s', (input, formatted) => {
  expect(formatExpiry(input)).toBe(formatted);
});

test.each(['12/31', '1231', '12/2031', '12 / 31'])('a card filled in at once as %s is good', (input) => {
  expect(parseExpiry(input)).toEqual({ month: 12, year: 2031 });
});

test('the check digit detects a typing error', () => {
  expect(isValidCardNumber('4242 4242 4242 4242')).toBe(true);
  expect(isValidCardNumber('4242 4242 4242 4243')).toBe(false);
  expect(isValidCardNumber('4242')).toBe(false);
});

test('a card is valid until the end of its month', () => {
  expect(parseExpiry('13/27')).toBeNull();
  expect(parseExpiry('1/27')).toBeNull();
  const november = parseExpiry('11/26')!;
  expect(isExpired(november, new Date(2026, 10, 30, 23, 59))).toBe(false);
  expect(isExpired(november, new Date(2026, 11, 1))).toBe(true);
});

test('the security code has three or four digits', () => {
  expect([isValidCvc('123'), isValidCvc('1234'), isValidCvc('12'), isValidCvc('12a')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
