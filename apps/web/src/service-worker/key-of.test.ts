import { expect, test } from 'vitest';
import { keyOf } from './key-of.ts';

const address =
  'https://wopack.example/api/v1/products?latitude=38.7123&longitude=-9.1416&sort=me&diet=vegan';

test.each([
  ['latitude=38.7123', 'latitude=38.7124'],
  ['longitude=-9.1416', 'longitude=-9.1417'],
  ['sort=me', 'sort=center'],
  ['diet=vegan', 'day=today'],
])('another answer is another copy: %s, %s', (part, other) => {
  expect(keyOf(new URL(address), 'pt')).not.toBe(keyOf(new URL(address.replace(part, other)), 'pt'));
});

test('the same question in another language, too', () => {
  expect(keyOf(new URL(address), 'pt')).not.toBe(keyOf(new URL(address), 'ru'));
  expect(keyOf(new URL(address), 'pt')).toBe(keyOf(new URL(address), 'pt'));
});
