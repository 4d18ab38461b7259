import { expect, test } from 'vitest';
import { safeNext, withNext } from './next.ts';

const origin = 'https://wopack.test';

test.each([
  ['/offers/7?x=1#map', '/offers/7?x=1#map'],
  ['/offers/../account', '/account'],
  [null, null],
  ['', null],
  ['offers', null],
  ['//evil.test', null],
  ['/\\evil.test', null],
  ['/\t/evil.test', null],
  ['https://evil.test/', null],
  ['https://wopack.test/offers', null],
  ['javascript:alert(1)', null],
  ['/.//evil.test', null],
])('%j leads to %j', (value, expected) => {
  expect(safeNext(value, origin)).toBe(expected);
});

test('the way back is attached only when there is one', () => {
  expect(withNext('/auth', '/offers/7')).toBe('/auth?next=%2Foffers%2F7');
  expect(withNext('/auth', null)).toBe('/auth');
  expect(withNext('/auth', '/')).toBe('/auth');
});
