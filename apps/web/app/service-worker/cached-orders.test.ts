import { expect, test } from 'vitest';
import { cacheKeyOf } from './cached-orders.ts';

const url = 'https://wopack.example/api/v1/products?latitude=38.7123&longitude=-9.1416&sort=me&diet=vegan';

test.each([
  ['latitude=38.7123', 'latitude=38.7124'],
  ['longitude=-9.1416', 'longitude=-9.1417'],
  ['sort=me', 'sort=center'],
  ['diet=vegan', 'day=today'],
])('another response has another key: %s, %s', (part, other) => {
  expect(cacheKeyOf(new URL(url), 'pt')).not.toBe(cacheKeyOf(new URL(url.replace(part, other)), 'pt'));
});

test('a request in another language has its own key', () => {
  expect(cacheKeyOf(new URL(url), 'pt')).not.toBe(cacheKeyOf(new URL(url), 'ru'));
  expect(cacheKeyOf(new URL(url), 'pt')).toBe(cacheKeyOf(new URL(url), 'pt'));
});
