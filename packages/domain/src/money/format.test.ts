import { expect, test } from 'vitest';
import { formatCents } from './format.ts';

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
