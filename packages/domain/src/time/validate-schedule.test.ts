import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSchedule } from './default-schedule.ts';
import { slotWindowOn } from './slot-window.ts';
import { validateSchedule } from './validate-schedule.ts';
import { type Schedule, weekdays } from './weekdays.ts';

const window = (time_start: string, time_end: string) => ({ time_start, time_end });

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
  expect(validateSchedule({ [day]: window('17:30', '17:30') })).toEqual([{ day, error: 'equal_times' }]);
});

test.each([...weekdays])('%s: a window past midnight must not overlap the next day', (day) => {
  const next = weekdays[(weekdays.indexOf(day) + 1) % 7]!;
  const night = window('23:30', '00:30');
  expect(validateSchedule({ [day]: night })).toEqual([]);
  expect(validateSchedule({ [day]: night, [next]: window('00:30', '02:00') })).toEqual([]);
  expect(validateSchedule({ [day]: night, [next]: window('00:29', '02:00') })).toEqual([
    { day, error: 'overlap' },
  ]);
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const anyWeek: fc.Arbitrary<Schedule> = fc.record(
  Object.fromEntries(weekdays.map((day) => [day, fc.record({ time_start: time, time_end: time })])),
  { requiredKeys: [] },
);

test('windows of a valid schedule are consecutive, those of an invalid one are not', () => {
  fc.assert(
    fc.property(anyWeek, (schedule) => {
      const problems = validateSchedule(schedule);
      // Two weeks in UTC cover all neighbouring weekdays, including Sunday to Monday.
      const windows = Array.from({ length: 14 }, (_, day) => {
        const dayHours = schedule[weekdays[day % 7]!];
        return dayHours && slotWindowOn(`2026-06-${String(day + 1).padStart(2, '0')}`, dayHours, 'UTC');
      }).filter((slot) => slot !== undefined);
      const good =
        windows.length > 0 &&
        windows.every((slot, i) => {
          const next = windows[i + 1];
          return slot.ends_at > slot.starts_at && (!next || next.starts_at >= slot.ends_at);
        });
      expect(problems.length === 0).toBe(good);
    }),
    { numRuns: 500 },
  );
});
