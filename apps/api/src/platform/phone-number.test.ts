import { expect, test } from 'vitest';
import { isPhone, normalizePhone } from './phone-number.ts';

test.each([
  ['+351 213 467 890', '+351 213 467 890'],
  ['+351\u00A0213\u202F467\u2009890', '+351 213 467 890'],
  ['21.346.78.90', '21.346.78.90'],
  ['021/346 78 90', '021/346 78 90'],
  ['(021) 346\u201178\u201190', '(021) 346-78-90'],
  ['\u202A+351 912 345 678\u202C', '+351 912 345 678'],
  ['12345', '12345'],
  ['', ''],
])('%j is the phone %j', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored);
  expect(isPhone(stored)).toBe(true);
});

test.each([
  '-----',
  '(   )',
  '+',
  '.....',
  '/////',
  '1234',
  '+1 2 3 4',
  'no phone 12345',
  '213-467-890 ext',
  '213 467 890 / 912 345 678',
])('%j is none', (typed) => {
  expect(isPhone(normalizePhone(typed))).toBe(false);
});
