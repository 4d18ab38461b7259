import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarOfSchedule, weekdays } from './pickup-calendar.ts';
import {
  cancellationDeadline,
  canHandOut,
  DAYS_AHEAD,
  handOutEndsAt,
  holdEndsAt,
  listUpcomingWindows,
  localDate,
  slotWindowOn,
} from './slot-window.ts';

const zones = ['Europe/Lisbon', 'Atlantic/Azores', 'Europe/Moscow'] as const;
const window = (time_start: string, time_end: string) => ({ time_start, time_end });
const evening = window('17:30', '19:00');
const always = (one: { time_start: string; time_end: string }) =>
  calendarOfSchedule(Object.fromEntries(weekdays.map((day) => [day, one])));

/** Local time of the sale place, computed independently of the code under test. */
function wall(instant: Date, timeZone: string): { date: string; time: string } {
  const [date, time] = instant
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ');
  return { date: date!, time: time! };
}

const day = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const everyDate = Array.from({ length: 1096 }, (_, i) => day('2026-01-01', i));

/** Dates of 2026–2028 with a clock change in the time zone. */
const changes = (zone: string) => {
  const offset = (date: string) =>
    new Date(`${date}T12:00Z`)
      .toLocaleString('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .split(' ')
      .at(-1);
  return everyDate.filter((date) => offset(date) !== offset(day(date, -1)));
};

test('the tested years have the expected clock changes', () => {
  expect(changes('Europe/Lisbon')).toEqual([
    ...['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'],
  ]);
  expect(changes('Atlantic/Azores')).toEqual(changes('Europe/Lisbon'));
  expect(changes('Europe/Moscow')).toEqual([]);
});

describe.each(zones)('%s', (zone) => {
  test('17:30–19:00 is local time on every day of three years', () => {
    for (const date of everyDate) {
      const slot = slotWindowOn(date, evening, zone);
      expect(wall(slot.starts_at, zone)).toEqual({ date, time: '17:30' });
      expect(wall(slot.ends_at, zone)).toEqual({ date, time: '19:00' });
      expect(slot.ends_at.getTime() - slot.starts_at.getTime()).toBe(90 * 60_000);
    }
  });

  test('a window past midnight ends on the next day, across every clock change', () => {
    for (const date of everyDate) {
      const slot = slotWindowOn(date, window('22:30', '04:30'), zone);
      expect(wall(slot.starts_at, zone)).toEqual({ date, time: '22:30' });
      expect(wall(slot.ends_at, zone)).toEqual({ date: day(date, 1), time: '04:30' });
    }
  });

  test('weekdays are those of the sale place', () => {
    for (const [index, weekday] of weekdays.entries()) {
      for (const date of everyDate.filter((_, i) => i % 5 === 0)) {
        const windows = listUpcomingWindows(
          calendarOfSchedule({ [weekday]: evening }),
          zone,
          new Date(`${date}T00:00Z`),
        );
        expect(windows.length).toBeGreaterThan(0);
        for (const slot of windows) expect(new Date(`${slot.date}T12:00Z`).getUTCDay()).toBe((index + 1) % 7);
      }
    }
  });

  test('at any instant: one window a day for today and seven days ahead, none that has ended', () => {
    const from = Date.parse('2026-01-01');
    const moment = fc
      .integer({ min: 0, max: 1095 * 24 * 60 })
      .map((minute) => new Date(from + minute * 60_000));
    fc.assert(
      fc.property(moment, (now) => {
        const today = wall(now, zone).date;
        const dates = listUpcomingWindows(always(evening), zone, now).map((slot) => slot.date);
        const over = wall(now, zone).time >= '19:00';
        expect(dates).toEqual(
          Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => day(today, ahead)).slice(over ? 1 : 0),
        );
      }),
      { numRuns: 300 },
    );
  });

  test.each(changes(zone).map((date) => [date]))(
    'around the change of %s no time of day is lost or doubled',
    (date) => {
      const time = fc
        .integer({ min: 0, max: 24 * 60 - 1 })
        .map(
          (minute) =>
            `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        );
      fc.assert(
        fc.property(time, time, (start, end) => {
          fc.pre(start !== end);
          const slot = slotWindowOn(date, window(start, end), zone);
          const wallClock = wall(slot.starts_at, zone);
          // A local time that does not exist moves one hour forward; all others are unchanged.
          expect([start, later(start)]).toContain(wallClock.time);
          const exists = wallClock.time === start;
          const spring = Number(date.slice(5, 7)) < 6;
          if (exists) expect(wallClock.date).toBe(date);
          else expect(spring).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
  );
});

const later = (time: string) =>
  `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`;

test('a local time that does not exist moves forward', () => {
  // Lisbon goes from 01:00 to 02:00, the Azores from 00:00 to 01:00.
  const lisbon = slotWindowOn('2027-03-28', window('01:15', '02:30'), 'Europe/Lisbon');
  expect(wall(lisbon.starts_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: '02:15' });
  expect(wall(lisbon.ends_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: '02:30' });
  const azores = slotWindowOn('2027-03-27', window('23:30', '00:30'), 'Atlantic/Azores');
  expect(wall(azores.ends_at, 'Atlantic/Azores')).toEqual({ date: '2027-03-28', time: '01:30' });
});

test('an ambiguous local time means the first occurrence', () => {
  const slot = slotWindowOn('2026-10-25', window('01:30', '03:00'), 'Europe/Lisbon');
  expect(slot.starts_at.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(slot.ends_at.toISOString()).toBe('2026-10-25T03:00:00.000Z');
});

test('a window without duration because of a clock change gives no slot', () => {
  const now = new Date('2027-03-27T12:00Z');
  const dates = listUpcomingWindows(always(window('01:30', '02:00')), 'Europe/Lisbon', now).map(
    (slot) => slot.date,
  );
  expect(dates).not.toContain('2027-03-28');
  expect(dates).toContain('2027-03-29');
});

test("yesterday's window counts until it ends after midnight", () => {
  const night = always(window('23:30', '00:30'));
  const at = (time: string) => listUpcomingWindows(night, 'Europe/Lisbon', new Date(`2026-11-20T${time}Z`));
  expect(at('00:29:59')[0]).toMatchObject({ date: '2026-11-19' });
  expect(at('00:29:59')).toHaveLength(DAYS_AHEAD + 2);
  expect(at('00:30:00')[0]).toMatchObject({ date: '2026-11-20' });
});

test('today is the date at the sale place', () => {
  const midnight = new Date('2026-11-20T23:30Z');
  expect(localDate(midnight, 'Europe/Moscow').toString()).toBe('2026-11-21');
  expect(localDate(midnight, 'Europe/Lisbon').toString()).toBe('2026-11-20');
  expect(localDate(new Date('2026-11-20T00:30Z'), 'Atlantic/Azores').toString()).toBe('2026-11-19');
});

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const [start, end] = [at('17:30:00'), at('19:00:00')];

test('a hold lasts ten minutes, or until the end of the window if that is sooner', () => {
  expect(holdEndsAt(at('12:00:00'), end)).toEqual(at('12:10:00'));
  expect(holdEndsAt(at('18:50:00'), end)).toEqual(end);
  expect(holdEndsAt(at('18:55:00'), end)).toEqual(end);
});

test('cancelling is free until two hours before the window', () => {
  expect(cancellationDeadline(start)).toEqual(at('15:30:00'));
});

test.each([
  ['16:59:59', false],
  ['17:00:00', true],
  ['18:00:00', true],
  ['19:30:00', true],
  ['19:30:01', false],
])('hand-out at %s: %s', (time, can) => expect(canHandOut(at(time), start, end)).toBe(can));

test('hand-out ends half an hour after the window', () => {
  expect(handOutEndsAt(end)).toEqual(at('19:30:00'));
});
