import { expect, test } from 'vitest';
import { findFormErrors, normalizeCode } from './codes.rules.ts';

test.each([
  ['sobras10', 'SOBRAS10'],
  [' SOBRAS-10 ', 'SOBRAS10'],
  ['SOBRAS\u{2013}10', 'SOBRAS10'],
  ['SOB\u{200B}RAS\u{FEFF}10\u{2060}', 'SOBRAS10'],
  ['SOB\u{AD}RAS10\u{FE0F}', 'SOBRAS10'],
  ['ＳＯＢＲＡＳ１０', 'SOBRAS10'],
  ['\u{200B}', ''],
])('%j is the code %s', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

test.each(['straße1', 'ıııı1', 'СОБРАС10', 'AÇÚCAR'])(
  'no code is made of %s, whose letters would change',
  (typed) => {
    const errors = findFormErrors({ code: typed, amount_cents: 100 }, new Set(), '2026-11-20');
    expect(errors.code).toBe('credit.codeForm');
  },
);
