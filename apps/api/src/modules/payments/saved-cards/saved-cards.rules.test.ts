import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCardExpired } from './saved-cards.rules.ts';

test.each([
  ['2026-11-30T23:59:59Z', false],
  // It is still November somewhere.
  ['2026-12-01T11:59:59Z', false],
  ['2026-12-01T12:00:00Z', true],
])('at %s a card until 11/26 has expired: %s', (now, expected) => {
  expect(isCardExpired({ expMonth: 11, expYear: 2026 }, new Date(now))).toBe(expected);
});

test('once expired, always expired; a later card never before an earlier one', () => {
  const month = fc.integer({ min: 1, max: 12 });
  const year = fc.integer({ min: 2020, max: 2060 });
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2061-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(month, year, instant, fc.nat(1e10), (expMonth, expYear, now, laterMs) => {
      const card = { expMonth, expYear };
      const later = new Date(now.getTime() + laterMs);
      if (isCardExpired(card, now)) expect(isCardExpired(card, later)).toBe(true);
      if (isCardExpired({ expMonth, expYear: expYear + 1 }, now)) expect(isCardExpired(card, now)).toBe(true);
    }),
  );
});
