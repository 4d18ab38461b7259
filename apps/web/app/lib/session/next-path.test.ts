import { expect, test } from 'vitest';
import { parseNextPath, withNextPath } from './next-path.ts';

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
  expect(parseNextPath(value, origin)).toBe(expected);
});

test('the next path is attached only when there is one', () => {
  expect(withNextPath('/auth', '/offers/7')).toBe('/auth?next=%2Foffers%2F7');
  expect(withNextPath('/auth', null)).toBe('/auth');
  expect(withNextPath('/auth', '/')).toBe('/auth');
});
