import { expect, test } from 'vitest';
import { bankDay, monthDue, nextPayoutDay } from './payout-days.rules.ts';

const zone = 'Europe/Lisbon';
const at = (iso: string) => new Date(iso);

test.each([
  ['2026-12-04T23:59:59Z', null, '2026-12-05'],
  ['2026-12-05T00:00:00Z', '2026-12', '2027-01-05'],
  ['2026-12-31T23:00:00Z', '2026-12', '2027-01-05'],
  // Summer time: the 5th begins an hour earlier.
  ['2026-07-04T23:00:00Z', '2026-07', '2026-08-05'],
])('at %s the run of %s is due, the next on %s', (now, month, next) => {
  expect(monthDue(at(now), zone)).toBe(month);
  expect(nextPayoutDay(at(now), zone)).toBe(next);
});

test.each([
  ['2026-12-04', '2026-12-04'],
  ['2026-12-05', '2026-12-07'],
  ['2026-12-06', '2026-12-07'],
  ['2026-12-07', '2026-12-07'],
])('what is ordered on %s is executed on %s', (day, executed) =>
  expect(bankDay(at(`${day}T12:00:00Z`), zone)).toBe(executed),
);
