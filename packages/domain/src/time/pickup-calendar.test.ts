import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listUpcomingWindows, slotWindowOn } from './dates-and-windows.ts';
import {
  calendarOfSchedule,
  type DayWindow,
  defaultSchedule,
  neighboursInTheWay,
  type PickupCalendar,
  pickupHoursOn,
  type Schedule,
  validateSchedule,
  weekdays,
} from './pickup-calendar.ts';

const zones = ['Europe/Lisbon', 'Atlantic/Azores', 'Europe/Moscow'] as const;
const window = (time_start: string, time_end: string): DayWindow => ({ time_start, time_end });
const evening = window('17:30', '19:00');
const laterDay = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (date: string) => weekdays[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7]!;

/** Local time of the sale place, computed independently of the code under test. */
const toLocalText = (instant: Date, timeZone: string) =>
  instant.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

const anyTime = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const anyHours = fc
  .tuple(anyTime, anyTime)
  .filter(([start, end]) => start !== end)
  .map(([start, end]) => window(start, end));
/** Shortly before the clock changes of Lisbon and the Azores, or away from any. */
const anyStart = fc.constantFrom('2026-10-20', '2027-03-23', '2026-06-08');
const anyCalendar = (from: string): fc.Arbitrary<PickupCalendar> =>
  fc.record({
    schedule: fc.record(Object.fromEntries(weekdays.map((weekday) => [weekday, anyHours])), {
      requiredKeys: [],
    }),
    dates: fc
      .array(fc.tuple(fc.integer({ min: 0, max: 12 }), anyHours, fc.boolean()), { maxLength: 4 })
      .map(
        (overrides) =>
          new Map(overrides.map(([n, open, closed]) => [laterDay(from, n), closed ? 'closed' : open])),
      ),
    holidays: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 12 }), fc.nat({ max: 3 })).map(([ahead, length]) => ({
        date_from: laterDay(from, ahead),
        date_to: laterDay(from, ahead + length),
      })),
      { maxLength: 2 },
    ),
  });
const anyDateAndCalendar = anyStart.chain((from) => fc.tuple(fc.constant(from), anyCalendar(from)));

test('a date follows its override, else a holiday, else its weekday', () => {
  const week: PickupCalendar = {
    schedule: { fri: evening },
    dates: new Map<string, DayWindow | 'closed'>([
      ['2026-12-25', window('10:00', '12:00')],
      ['2026-12-18', 'closed'],
    ]),
    holidays: [{ date_from: '2026-12-24', date_to: '2027-01-01' }],
  };
  expect(pickupHoursOn('2026-12-11', week)).toEqual({ window: evening, by: 'week' });
  expect(pickupHoursOn('2026-12-12', week)).toEqual({ window: null, by: 'week' });
  expect(pickupHoursOn('2026-12-18', week)).toEqual({ window: null, by: 'date' });
  expect(pickupHoursOn('2026-12-24', week)).toEqual({ window: null, by: 'holiday' });
  expect(pickupHoursOn('2026-12-25', week)).toEqual({ window: window('10:00', '12:00'), by: 'date' });
  expect(pickupHoursOn('2027-01-01', week)).toEqual({ window: null, by: 'holiday' });
  expect(pickupHoursOn('2027-01-08', week)).toEqual({ window: evening, by: 'week' });
});

test('each date has the hours of its deciding rule, and no other date changes', () => {
  fc.assert(
    fc.property(anyDateAndCalendar, ([from, calendar]) => {
      for (let ahead = -2; ahead <= 16; ahead++) {
        const date = laterDay(from, ahead);
        const own = calendar.dates.get(date);
        const isHoliday = calendar.holidays.some(
          ({ date_from, date_to }) => date_from <= date && date <= date_to,
        );
        const usual = calendar.schedule[weekdayOf(date)] ?? null;
        const match = pickupHoursOn(date, calendar);
        expect(match.window).toEqual(own ? (own === 'closed' ? null : own) : isHoliday ? null : usual);
        // Without overrides and holidays the schedule applies.
        expect(pickupHoursOn(date, calendarOfSchedule(calendar.schedule)).window).toEqual(usual);
      }
    }),
    { numRuns: 300 },
  );
});

describe.each(zones)('%s', (zone) => {
  test('across clock changes an open date has its local hours, a closed one no window', () => {
    fc.assert(
      fc.property(
        anyDateAndCalendar,
        fc.integer({ min: 0, max: 5 * 24 * 60 }),
        ([from, calendar], minute) => {
          const now = new Date(Date.parse(from) + minute * 60_000);
          const windows = listUpcomingWindows(calendar, zone, now);
          expect(new Set(windows.map(({ date }) => date)).size).toBe(windows.length);
          const today = toLocalText(now, zone).slice(0, 10);
          for (let ahead = 0; ahead <= 7; ahead++) {
            const date = laterDay(today, ahead);
            const expectedWindow = pickupHoursOn(date, calendar).window;
            const match = windows.find((candidate) => candidate.date === date);
            if (!expectedWindow) {
              expect(match).toBeUndefined();
              continue;
            }
            const { starts_at, ends_at } = slotWindowOn(date, expectedWindow, zone);
            // In the past, or of no duration because of a clock change.
            if (ends_at <= now || ends_at <= starts_at) {
              expect(match).toBeUndefined();
              continue;
            }
            expect(match).toEqual({ date, starts_at, ends_at });
            const exists = toLocalText(starts_at, zone) === `${date} ${expectedWindow.time_start}`;
            // A local time skipped in spring moves later, never earlier.
            if (!exists)
              expect(toLocalText(starts_at, zone) > `${date} ${expectedWindow.time_start}`).toBe(true);
            if (!exists) expect(date).toBe('2027-03-28');
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('an override must not overlap the neighbouring dates, whatever rule decides those', () => {
  const week = (
    dates: Record<string, DayWindow | 'closed'>,
    holidays: PickupCalendar['holidays'] = [],
  ): PickupCalendar => ({
    schedule: { thu: window('23:00', '02:00'), fri: evening, sat: window('00:30', '02:00') },
    dates: new Map(Object.entries(dates)),
    holidays,
  });
  // The window of Thursday the 19th runs until 2:00 on Friday.
  expect(neighboursInTheWay('2026-11-20', week({ '2026-11-20': window('01:30', '03:00') }))).toEqual([
    '2026-11-19',
  ]);
  expect(neighboursInTheWay('2026-11-20', week({ '2026-11-20': window('02:00', '03:00') }))).toEqual([]);
  expect(neighboursInTheWay('2026-11-20', week({ '2026-11-20': window('23:30', '00:31') }))).toEqual([
    '2026-11-21',
  ]);
  expect(neighboursInTheWay('2026-11-20', week({ '2026-11-20': window('01:30', '00:31') }))).toEqual([
    '2026-11-19',
    '2026-11-21',
  ]);
  expect(neighboursInTheWay('2026-11-20', week({ '2026-11-20': 'closed' }))).toEqual([]);
  const saturdayOff = [{ date_from: '2026-11-21', date_to: '2026-11-21' }];
  expect(
    neighboursInTheWay('2026-11-20', week({ '2026-11-20': window('23:30', '01:00') }, saturdayOff)),
  ).toEqual([]);
});

test('without overlaps windows are consecutive', () => {
  fc.assert(
    fc.property(anyDateAndCalendar, ([from, calendar]) => {
      const dates = Array.from({ length: 14 }, (_, ahead) => laterDay(from, ahead));
      fc.pre(dates.every((date) => neighboursInTheWay(date, calendar).length === 0));
      const windows = dates.flatMap((date) => {
        const expectedWindow = pickupHoursOn(date, calendar).window;
        return expectedWindow ? [slotWindowOn(date, expectedWindow, 'UTC')] : [];
      });
      for (const [index, current] of windows.entries()) {
        const next = windows[index + 1];
        if (next) expect(next.starts_at >= current.ends_at).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

const buildWindow = (time_start: string, time_end: string) => ({ time_start, time_end });

test('the default schedule is Monday to Saturday, 17:30–19:00, and valid', () => {
  expect(Object.keys(defaultSchedule)).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  expect(
    new Set(Object.values(defaultSchedule).map(({ time_start, time_end }) => `${time_start}–${time_end}`)),
  ).toEqual(new Set(['17:30–19:00']));
  expect(validateSchedule(defaultSchedule)).toEqual([]);
});

test('a schedule without a day is empty', () => {
  expect(validateSchedule({})).toEqual([{ day: null, error: 'empty' }]);
});

test.each([...weekdays])('%s: equal times are refused at the day', (day) => {
  expect(validateSchedule({ [day]: buildWindow('17:30', '17:30') })).toEqual([{ day, error: 'equal_times' }]);
});

test.each([...weekdays])('%s: a window past midnight must not overlap the next day', (day) => {
  const next = weekdays[(weekdays.indexOf(day) + 1) % 7]!;
  const night = buildWindow('23:30', '00:30');
  expect(validateSchedule({ [day]: night })).toEqual([]);
  expect(validateSchedule({ [day]: night, [next]: buildWindow('00:30', '02:00') })).toEqual([]);
  expect(validateSchedule({ [day]: night, [next]: buildWindow('00:29', '02:00') })).toEqual([
    { day, error: 'overlap' },
  ]);
});

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const anyWeek: fc.Arbitrary<Schedule> = fc.record(
  Object.fromEntries(weekdays.map((day) => [day, fc.record({ time_start: timeOfDay, time_end: timeOfDay })])),
  { requiredKeys: [] },
);

test('windows of a valid schedule are consecutive, those of an invalid one are not', () => {
  fc.assert(
    fc.property(anyWeek, (schedule) => {
      const errors = validateSchedule(schedule);
      // Two weeks in UTC cover all neighbouring weekdays, including Sunday to Monday.
      const windows = Array.from({ length: 14 }, (_, day) => {
        const window = schedule[weekdays[day % 7]!];
        return window && slotWindowOn(`2026-06-${String(day + 1).padStart(2, '0')}`, window, 'UTC');
      }).filter((slot) => slot !== undefined);
      const isConsecutive =
        windows.length > 0 &&
        windows.every((slot, i) => {
          const next = windows[i + 1];
          return slot.ends_at > slot.starts_at && (!next || next.starts_at >= slot.ends_at);
        });
      expect(errors.length === 0).toBe(isConsecutive);
    }),
    { numRuns: 500 },
  );
});
