import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  cancellationDeadline,
  canHandOut,
  countDaysUntil,
  DAYS_AHEAD,
  deadlineText,
  formatPickup,
  getMonday,
  handOutEndsAt,
  holdEndsAt,
  listEndedMonths,
  listUpcomingWindows,
  localDate,
  monthOf,
  monthStart,
  pickupDateText,
  slotWindowOn,
} from './dates-and-windows.ts';
import { calendarOfSchedule, weekdays } from './pickup-calendar.ts';

describe('dates and months', () => {
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
});

describe('texts of windows', () => {
  const evening = { time_start: '17:30', time_end: '19:00' };
  const laterDay = (date: string, days: number) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  const text = (date: string, language: string, now: string, zone = 'Europe/Lisbon') => {
    const { starts_at, ends_at } = slotWindowOn(date, evening, zone);
    return plain(formatPickup(starts_at, ends_at, zone, language, new Date(now)));
  };

  test.each([
    ['pt', 'Hoje 17:30–19:00', 'Amanhã 17:30–19:00', /^sexta, 27\/11 17:30–19:00$/],
    ['en', 'Today 17:30–19:00', 'Tomorrow 17:30–19:00', /^Fri 27 Nov 17:30–19:00$/],
    ['ru', 'Сегодня 17:30–19:00', 'Завтра 17:30–19:00', /^пт, 27 нояб\. 17:30–19:00$/],
  ])('%s', (language, today, tomorrow, later) => {
    const now = '2026-11-20T12:00Z';
    expect(text('2026-11-20', language, now)).toBe(today);
    expect(text('2026-11-21', language, now)).toBe(tomorrow);
    expect(text('2026-11-27', language, now)).toMatch(later);
  });

  test.each([
    ['pt', 'sexta, 20/11 17:30–19:00'],
    ['en', 'Fri 20 Nov 17:30–19:00'],
    ['ru', 'пт, 20 нояб. 17:30–19:00'],
  ])('%s, date text: weekday and date', (language, expected) => {
    for (const zone of ['Europe/Lisbon', 'Asia/Tokyo']) {
      const { starts_at, ends_at } = slotWindowOn('2026-11-20', evening, zone);
      expect(plain(pickupDateText(starts_at, ends_at, zone, language))).toBe(expected);
    }
  });

  test.each([
    ['pt', 'sábado, 28/11, às 15:30', 'quarta, 25/11, às 15:30'],
    ['en', 'Sat 28 Nov, 15:30', 'Wed 25 Nov, 15:30'],
    ['ru', 'субботы, 28 нояб., 15:30', 'среды, 25 нояб., 15:30'],
  ])('%s, after "until"', (language, saturday, wednesday) => {
    const until = (date: string) =>
      plain(deadlineText(new Date(`${date}T15:30Z`), 'Europe/Lisbon', language));
    expect(until('2026-11-28')).toBe(saturday);
    expect(until('2026-11-25')).toBe(wednesday);
  });

  test('an unknown language falls back to English', () => {
    expect(text('2026-11-20', 'de', '2026-11-20T12:00Z')).toBe('Today 17:30–19:00');
  });

  test('days are those of the sale place, not of the reader', () => {
    // 23:30 in Lisbon is already the next day in Moscow.
    expect(text('2026-11-21', 'en', '2026-11-20T23:30Z', 'Europe/Moscow')).toBe('Today 17:30–19:00');
    expect(text('2026-11-21', 'en', '2026-11-20T23:30Z', 'Europe/Lisbon')).toBe('Tomorrow 17:30–19:00');
  });

  describe.each(['Europe/Lisbon', 'Atlantic/Azores'])('around a clock change in %s', (zone) => {
    // Days of 23 and 25 hours: tomorrow is a date, not 24 hours later.
    const changes = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'];
    const near = changes.flatMap((date) => [-1, 0, 1].map((days) => laterDay(date, days)));
    test.each(near)('tomorrow on %s, at every half hour', (today) => {
      const tomorrow = laterDay(today, 1);
      for (let half = -8; half < 56; half++) {
        const now = new Date(Date.parse(`${today}T00:00Z`) + half * 1_800_000);
        const here = now.toLocaleDateString('sv-SE', { timeZone: zone });
        if (here !== today) continue;
        expect(text(today, 'en', now.toISOString(), zone)).toBe('Today 17:30–19:00');
        expect(text(tomorrow, 'en', now.toISOString(), zone)).toBe('Tomorrow 17:30–19:00');
        expect(text(laterDay(today, 2), 'en', now.toISOString(), zone)).toMatch(/^\w{3} \d/);
      }
    });
  });
});

const zones = ['Europe/Lisbon', 'Atlantic/Azores', 'Europe/Moscow'] as const;
const window = (time_start: string, time_end: string) => ({ time_start, time_end });
const evening = window('17:30', '19:00');
const everyDay = (hours: { time_start: string; time_end: string }) =>
  calendarOfSchedule(Object.fromEntries(weekdays.map((weekday) => [weekday, hours])));

/** Local time of the sale place, computed independently of the code under test. */
function toLocalTime(instant: Date, timeZone: string): { date: string; time: string } {
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
    '2026-03-29',
    '2026-10-25',
    '2027-03-28',
    '2027-10-31',
    '2028-03-26',
    '2028-10-29',
  ]);
  expect(changes('Atlantic/Azores')).toEqual(changes('Europe/Lisbon'));
  expect(changes('Europe/Moscow')).toEqual([]);
});

describe.each(zones)('%s', (zone) => {
  test('17:30–19:00 is local time on every day of three years', () => {
    for (const date of everyDate) {
      const slot = slotWindowOn(date, evening, zone);
      expect(toLocalTime(slot.starts_at, zone)).toEqual({ date, time: '17:30' });
      expect(toLocalTime(slot.ends_at, zone)).toEqual({ date, time: '19:00' });
      expect(slot.ends_at.getTime() - slot.starts_at.getTime()).toBe(90 * 60_000);
    }
  });

  test('a window past midnight ends on the next day, across every clock change', () => {
    for (const date of everyDate) {
      const slot = slotWindowOn(date, window('22:30', '04:30'), zone);
      expect(toLocalTime(slot.starts_at, zone)).toEqual({ date, time: '22:30' });
      expect(toLocalTime(slot.ends_at, zone)).toEqual({ date: day(date, 1), time: '04:30' });
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
        const today = toLocalTime(now, zone).date;
        const dates = listUpcomingWindows(everyDay(evening), zone, now).map((slot) => slot.date);
        const isOver = toLocalTime(now, zone).time >= '19:00';
        expect(dates).toEqual(
          Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => day(today, ahead)).slice(isOver ? 1 : 0),
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
          const wallClock = toLocalTime(slot.starts_at, zone);
          // A local time that does not exist moves one hour forward; all others are unchanged.
          expect([start, later(start)]).toContain(wallClock.time);
          const isUnchanged = wallClock.time === start;
          const isSpring = Number(date.slice(5, 7)) < 6;
          if (isUnchanged) expect(wallClock.date).toBe(date);
          else expect(isSpring).toBe(true);
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
  expect(toLocalTime(lisbon.starts_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: '02:15' });
  expect(toLocalTime(lisbon.ends_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: '02:30' });
  const azores = slotWindowOn('2027-03-27', window('23:30', '00:30'), 'Atlantic/Azores');
  expect(toLocalTime(azores.ends_at, 'Atlantic/Azores')).toEqual({ date: '2027-03-28', time: '01:30' });
});

test('an ambiguous local time means the first occurrence', () => {
  const slot = slotWindowOn('2026-10-25', window('01:30', '03:00'), 'Europe/Lisbon');
  expect(slot.starts_at.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(slot.ends_at.toISOString()).toBe('2026-10-25T03:00:00.000Z');
});

test.each([
  ['01:30', '02:15', '02:30', '03:15'],
  ['01:30', '02:00', '02:30', '03:00'],
  ['01:00', '02:00', '02:00', '03:00'],
  ['01:00', '01:45', '02:00', '02:45'],
  ['00:30', '01:30', '00:30', '02:30'],
])(
  'a window of %s to %s that a clock change takes away is from %s to %s',
  (start, end, movedStart, movedEnd) => {
    const now = new Date('2027-03-27T12:00Z');
    const slots = listUpcomingWindows(everyDay(window(start, end)), 'Europe/Lisbon', now);
    const slot = slots.find(({ date }) => date === '2027-03-28')!;
    expect(toLocalTime(slot.starts_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: movedStart });
    expect(toLocalTime(slot.ends_at, 'Europe/Lisbon')).toEqual({ date: '2027-03-28', time: movedEnd });
  },
);

test('every window of every day has a duration', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everyDate),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 0, max: 95 }),
      (date, zone, startQuarter, endQuarter) => {
        fc.pre(startQuarter !== endQuarter);
        const toTime = (quarter: number) =>
          `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
        const slot = slotWindowOn(date, window(toTime(startQuarter), toTime(endQuarter)), zone);
        expect(slot.ends_at.getTime()).toBeGreaterThan(slot.starts_at.getTime());
      },
    ),
    { examples: [['2027-03-28', 'Europe/Lisbon', 6, 9]] },
  );
});

test("yesterday's window counts until it ends after midnight", () => {
  const night = everyDay(window('23:30', '00:30'));
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
