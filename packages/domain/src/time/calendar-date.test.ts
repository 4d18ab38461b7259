import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  countDaysUntil,
  getMonday,
  listEndedMonths,
  monthOf,
  monthStart,
} from './calendar-date.ts';

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

test('calendar arithmetic agrees with Temporal', () => {
  fc.assert(
    fc.property(date, date, fc.integer({ min: -1000, max: 1000 }), (from, to, days) => {
      const day = Temporal.PlainDate.from(from);
      expect(addDays(from, days)).toBe(day.add({ days }).toString());
      expect(countDaysUntil(from, to)).toBe(day.until(to).days);
      expect(getMonday(from)).toBe(day.subtract({ days: day.dayOfWeek - 1 }).toString());
    }),
  );
});

const zones = ['Europe/Lisbon', 'Atlantic/Azores', 'Europe/Moscow', 'America/Santiago', 'Pacific/Apia'];
const instant = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('every instant lies within its month, to the millisecond', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (now, zone) => {
      const month = monthOf(now, zone);
      expect(monthStart(month, zone).getTime()).toBeLessThanOrEqual(now.getTime());
      const next = monthStart(addMonths(month, 1), zone);
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(monthOf(next, zone)).toBe(addMonths(month, 1));
      expect(monthOf(new Date(next.getTime() - 1), zone)).toBe(month);
    }),
  );
});

test('ended months are consecutive and precede the current one', () => {
  fc.assert(
    fc.property(instant, instant, fc.constantFrom(...zones), (a, b, zone) => {
      const [since, now] = a < b ? [a, b] : [b, a];
      const months = listEndedMonths(since, now, zone);
      for (const [i, month] of months.entries()) expect(month).toBe(addMonths(monthOf(since, zone), i));
      expect(addMonths(monthOf(since, zone), months.length)).toBe(monthOf(now, zone));
      if (since < now) expect(listEndedMonths(new Date(now.getTime() + 1), since, zone)).toEqual([]);
    }),
  );
});

test('a month ends at midnight of its time zone', () => {
  const now = new Date('2026-11-30T23:30:00Z');
  expect(monthOf(now, 'Europe/Lisbon')).toBe('2026-11');
  expect(monthOf(now, 'Europe/Moscow')).toBe('2026-12');
  expect(monthStart('2026-07', 'Europe/Lisbon').toISOString()).toBe('2026-06-30T23:00:00.000Z');
});
