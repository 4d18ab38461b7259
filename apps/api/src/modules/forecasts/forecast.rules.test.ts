import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  forecastDays,
  measureAccuracy,
  type PastDay,
  proposeQuantity,
  weekdayAverage,
} from './forecast.rules.ts';

const TODAY = '2026-11-30';
const DAY_MS = 86_400_000;
const daysBefore = (days: number): string =>
  new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);

const usualDay = (daysAgo: number, day: Partial<PastDay> = {}): PastDay => ({
  date: daysBefore(daysAgo),
  isHoliday: false,
  offered: 6,
  sold: 4,
  isSoldOut: false,
  soldOutAt: null,
  waited: 0,
  isOwnNumber: false,
  ...day,
});

/** A history of so many days until yesterday, oldest first. */
const buildHistory = (days: number, build: (daysAgo: number) => PastDay | null = usualDay): PastDay[] =>
  Array.from({ length: days }, (_, index) => build(days - index)).filter((day) => day !== null);

const nextWeek = Array.from({ length: 7 }, (_, days) => ({ date: daysBefore(-days), isHoliday: false }));
const isSaturday = (date: string) => new Date(date).getUTCDay() === 6;

const pastDay = fc
  .record({
    daysAgo: fc.integer({ min: 1, max: 420 }),
    isHoliday: fc.boolean(),
    offered: fc.integer({ min: 1, max: 99 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    soldOutAt: fc.option(fc.double({ min: -1, max: 2, noNaN: true })),
    waited: fc.nat({ max: 200 }),
  })
  .map(({ daysAgo, isHoliday, offered, share, soldOutAt, waited }): PastDay => {
    const sold = Math.round(share * offered);
    return usualDay(daysAgo, { isHoliday, offered, sold, isSoldOut: sold === offered, soldOutAt, waited });
  });

const anyHistory = fc
  .uniqueArray(pastDay, { selector: ({ date }) => date, maxLength: 200 })
  .map((days) => days.sort((a, b) => a.date.localeCompare(b.date)));

test('any history gives ranges of whole packs around the number, or nothing', () => {
  fc.assert(
    fc.property(anyHistory, fc.boolean(), (history, isHoliday) => {
      const forecast = forecastDays(
        history,
        TODAY,
        nextWeek.map((day) => ({ ...day, isHoliday })),
      );
      for (const { expected, low, high } of [...(forecast?.leftOver ?? []), ...(forecast?.bought ?? [])]) {
        expect(Number.isInteger(expected) && low >= 0 && low <= expected && expected <= high).toBe(true);
        expect(high).toBeLessThanOrEqual(999);
      }
      const { leftOver, bought } = measureAccuracy(history, TODAY);
      for (const accuracy of [leftOver, bought]) {
        if (!accuracy) continue;
        expect(Number.isFinite(accuracy.error + accuracy.averageError)).toBe(true);
        expect(accuracy.inRange).toBeLessThanOrEqual(accuracy.days);
      }
    }),
  );
});

test('nothing after today, and nothing older than read, changes a forecast', () => {
  fc.assert(
    fc.property(anyHistory, fc.array(pastDay), (history, others) => {
      const later = others.map((day, index) => ({ ...day, date: daysBefore(-index) }));
      const recent = history.filter(({ date }) => date >= daysBefore(400));
      expect(forecastDays([...history, ...later], TODAY, nextWeek)).toEqual(
        forecastDays(recent, TODAY, nextWeek),
      );
    }),
  );
});

test('three days of history say nothing, nor do days long ago', () => {
  expect(forecastDays(buildHistory(3), TODAY, nextWeek)).toBeNull();
  expect(forecastDays(buildHistory(9), TODAY, nextWeek)).toBeNull();
  expect(forecastDays(buildHistory(10), TODAY, nextWeek)).not.toBeNull();
  const formerly = buildHistory(200, (daysAgo) => (daysAgo > 60 ? usualDay(daysAgo) : null));
  expect(forecastDays(formerly, TODAY, nextWeek)).toBeNull();
  expect(measureAccuracy(buildHistory(3), TODAY)).toEqual({ leftOver: null, bought: null, ownNumbers: 0 });
});

test('a steady shop is forecast as it is', () => {
  const { leftOver, bought } = forecastDays(buildHistory(120), TODAY, nextWeek)!;
  expect(leftOver.map(({ expected }) => expected)).toEqual([6, 6, 6, 6, 6, 6, 6]);
  expect(bought.map(({ expected }) => expected)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  expect(leftOver[0]).toEqual({ expected: 6, low: 6, high: 6 });
  expect(proposeQuantity(leftOver[0]!, bought[0]!)).toBe(4);
});

test('a weekday with more has more', () => {
  const history = buildHistory(120, (daysAgo) =>
    usualDay(daysAgo, isSaturday(daysBefore(daysAgo)) ? { offered: 12, sold: 12, isSoldOut: false } : {}),
  );
  const { leftOver } = forecastDays(history, TODAY, nextWeek)!;
  for (const [index, { date }] of nextWeek.entries()) {
    if (isSaturday(date)) expect(leftOver[index]!.expected).toBeGreaterThanOrEqual(11);
    else expect(leftOver[index]!.expected).toBeLessThanOrEqual(7);
  }
});

test('a public holiday is forecast by earlier ones', () => {
  const history = buildHistory(390, (daysAgo) =>
    usualDay(daysAgo, daysAgo % 30 === 0 ? { isHoliday: true, offered: 12, sold: 1 } : {}),
  );
  const [holiday] = forecastDays(history, TODAY, [{ date: TODAY, isHoliday: true }])!.leftOver;
  const [usual] = forecastDays(history, TODAY, [{ date: TODAY, isHoliday: false }])!.leftOver;
  expect(holiday!.expected).toBeGreaterThan(usual!.expected + 3);
});

test('a shop that has grown is forecast by its last weeks', () => {
  const history = buildHistory(200, (daysAgo) => usualDay(daysAgo, daysAgo < 60 ? { offered: 20 } : {}));
  expect(forecastDays(history, TODAY, nextWeek)!.leftOver[0]!.expected).toBeGreaterThanOrEqual(18);
});

test('sold out early means that more would be bought, and so do people who waited', () => {
  const soldOut = (day: Partial<PastDay>) =>
    forecastDays(
      buildHistory(100, (daysAgo) => usualDay(daysAgo, { sold: 6, isSoldOut: true, ...day })),
      TODAY,
      nextWeek,
    )!.bought[0]!.expected;
  const atTheEnd = soldOut({ soldOutAt: 1 });
  expect(atTheEnd).toBe(6);
  expect(soldOut({ soldOutAt: 0.5 })).toBeGreaterThan(atTheEnd + 3);
  expect(soldOut({ soldOutAt: 1, waited: 4 })).toBe(10);
  // Of what it offered, nothing follows from it.
  const history = buildHistory(100, (daysAgo) =>
    usualDay(daysAgo, { sold: 6, isSoldOut: true, soldOutAt: 0.2 }),
  );
  expect(forecastDays(history, TODAY, nextWeek)!.leftOver[0]!.expected).toBe(6);
});

test('the average is that of the last eight dates with the weekday', () => {
  const history = buildHistory(100, (daysAgo) =>
    usualDay(daysAgo, { offered: daysAgo > 56 ? 50 : daysAgo / 7 }),
  );
  const at = { date: TODAY, before: TODAY };
  expect(weekdayAverage(history, at, ({ offered }) => offered)).toBe((1 + 2 + 3 + 4 + 5 + 6 + 7 + 8) / 8);
  expect(weekdayAverage([], at, ({ offered }) => offered)).toBeNull();
});

test('the accuracy is measured on the last eight weeks, each forecast by what was before it', () => {
  const { leftOver: steady } = measureAccuracy(buildHistory(120), TODAY);
  expect(steady).toEqual({ days: 56, error: 0, averageError: 0, inRange: 56 });
  // A week that nobody could expect counts for both.
  const surprising = buildHistory(120, (daysAgo) => usualDay(daysAgo, daysAgo <= 7 ? { offered: 14 } : {}));
  const { leftOver: accuracy } = measureAccuracy(surprising, TODAY);
  expect(accuracy).toMatchObject({ days: 56, error: 1, averageError: 1 });
});

test('a number that the forecast published by itself is not compared with the forecast', () => {
  // Left alone it is right each day, whatever was there.
  const ownNumbers = buildHistory(120, (daysAgo) =>
    usualDay(daysAgo, daysAgo <= 14 ? { offered: 30, isOwnNumber: true } : {}),
  );
  const { leftOver, bought, ownNumbers: count } = measureAccuracy(ownNumbers, TODAY);
  expect(leftOver).toEqual({ days: 42, error: 0, averageError: 0, inRange: 42 });
  expect(bought!.days).toBe(56);
  expect(count).toBe(14);
  const always = buildHistory(120, (daysAgo) => usualDay(daysAgo, { isOwnNumber: true }));
  expect(measureAccuracy(always, TODAY)).toMatchObject({ leftOver: null, ownNumbers: 56 });
});

test('of a day that sold out only what is certain counts against a forecast of what would be bought', () => {
  const lastWeek = (day: Partial<PastDay>) =>
    measureAccuracy(
      buildHistory(120, (daysAgo) => usualDay(daysAgo, daysAgo <= 7 ? day : {})),
      TODAY,
    ).bought!;
  expect(lastWeek({})).toEqual({ days: 56, error: 0, averageError: 0, inRange: 56 });
  // Fewer were there than usually are bought: perhaps as many would have been.
  expect(lastWeek({ offered: 2, sold: 2, isSoldOut: true })).toMatchObject({ error: 0, averageError: 0 });
  expect(lastWeek({ offered: 6, sold: 2 })).toMatchObject({ error: 2 / 8, averageError: 2 / 8 });
  expect(lastWeek({ sold: 6, isSoldOut: true, waited: 6 })).toMatchObject({
    ...{ error: 1, averageError: 1, inRange: 49 },
  });
});
