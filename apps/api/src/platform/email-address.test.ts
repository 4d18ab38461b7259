import { expect, test } from 'vitest';
import { isEmail, normalizeEmail, parseEmail } from './email-address.ts';

test('a text too long for an address is left as it is', () => {
  const long = `a@${'é'.repeat(253)}`;
  expect(normalizeEmail(long)).toBe(long);
  expect(parseEmail(long)).toBeNull();
  // What stands around an address does not count.
  expect(normalizeEmail(`${' '.repeat(300)}Ana@Example.com${' '.repeat(300)}`)).toBe('ana@example.com');
});

test.each([
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`ana@${'b'.repeat(63)}.com`, true],
  [`ana@${'b'.repeat(64)}.com`, false],
  [`ana@example.${'c'.repeat(63)}`, true],
  [`ana@example.${'c'.repeat(64)}`, false],
  ['a@b.c', true],
  ['ana@-b.com', false],
  ['ana@b-.com', false],
  ['@example.com', false],
])('%s: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});
