import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  getDuePayoutMonth,
  getEasterSunday,
  getNextBankDay,
  getNextPayoutDay,
  getPayoutBlockEnd,
} from './payout-days.rules.ts';

const TIME_ZONE = 'Europe/Lisbon';
const HOLIDAYS_FILE = join(import.meta.dirname, '../../../../db/public-holidays/public-holidays.tsv');
const toDate = (iso: string) => new Date(iso);

test.each([
  ['2026-12-04T23:59:59Z', null, '2026-12-05'],
  ['2026-12-05T00:00:00Z', '2026-12', '2027-01-05'],
  ['2026-12-31T23:00:00Z', '2026-12', '2027-01-05'],
  // Summer time: the 5th begins an hour earlier in UTC.
  ['2026-07-04T23:00:00Z', '2026-07', '2026-08-05'],
])('at %s the run of %s is due, the next on %s', (now, month, next) => {
  expect(getDuePayoutMonth(toDate(now), TIME_ZONE)).toBe(month);
  expect(getNextPayoutDay(toDate(now), TIME_ZONE)).toBe(next);
});

test.each([
  ['2026-12-04', '2026-12-04'],
  ['2026-12-05', '2026-12-07'],
  ['2026-12-06', '2026-12-07'],
  ['2026-12-07', '2026-12-07'],
  ['2026-12-25', '2026-12-28'],
  ['2026-12-31', '2026-12-31'],
  ['2027-01-01', '2027-01-04'],
  // Good Friday, then the weekend and Easter Monday.
  ['2027-03-26', '2027-03-30'],
  ['2029-05-01', '2029-05-02'],
  // Portugal's own holidays are bank days of TARGET.
  ['2029-06-13', '2029-06-13'],
])('a transfer ordered on %s is executed on %s', (day, expected) =>
  expect(getNextBankDay(toDate(`${day}T12:00:00Z`), TIME_ZONE)).toBe(expected),
);

test('the day of a transfer is that of the operator', () => {
  // Friday in the Azores, Saturday in Moscow.
  const now = toDate('2026-12-04T23:30:00Z');
  expect(getNextBankDay(now, 'Atlantic/Azores')).toBe('2026-12-04');
  expect(getNextBankDay(now, 'Europe/Moscow')).toBe('2026-12-07');
});

test('Easter Monday is the one of the calendars of public holidays', async () => {
  const table = await readFile(HOLIDAYS_FILE, 'utf8');
  // Austria's row, days as yymmdd.
  const easterMondays = /^AT\tEaster Monday\t\d\t(.+)$/m.exec(table)![1]!.split(' ');
  expect(easterMondays.length).toBeGreaterThan(30);
  for (const day of easterMondays) {
    const easterSunday = getEasterSunday(2000 + Number(day.slice(0, 2)));
    expect(easterSunday.add({ days: 1 }).toString().slice(2).replaceAll('-', '')).toBe(day);
  }
});

test.each([
  ['before the 5th', '2026-12-04T23:59:59Z', false, '2027-01-05T00:00:00Z'],
  ['on the 5th, the run still to come', '2026-12-05T00:00:00Z', false, '2027-01-05T00:00:00Z'],
  ['on the 5th, the run made', '2026-12-05T12:00:00Z', true, '2027-02-05T00:00:00Z'],
  ['in summer time', '2026-06-20T12:00:00Z', true, '2026-08-04T23:00:00Z'],
])('account changed %s: payouts wait for the run after the next', (_when, now, runMade, until) =>
  expect(getPayoutBlockEnd(toDate(now), TIME_ZONE, runMade)).toEqual(toDate(until)),
);

test.each([
  ['2026-12-20T12:00:00Z', '2027-01-05T00:00:00Z', '2027-01-05'],
  ['2026-11-20T12:00:00Z', '2027-01-05T00:00:00Z', '2027-01-05'],
  ['2027-01-04T12:00:00Z', '2027-01-05T00:00:00Z', '2027-01-05'],
  ['2027-01-05T12:00:00Z', '2027-01-05T00:00:00Z', '2027-02-05'],
  ['2027-07-20T12:00:00Z', '2027-01-05T00:00:00Z', '2027-08-05'],
])('at %s, blocked until %s, the next payout is on %s', (now, until, next) =>
  expect(getNextPayoutDay(toDate(now), TIME_ZONE, toDate(until))).toBe(next),
);
