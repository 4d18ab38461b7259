import { defaultSchedule } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import { calculateWeeklyEarnings, groupConsecutiveDays, validateScheduleForm } from './schedule.rules.ts';

const pickupWindow = (time_start: string, time_end: string) => ({ time_start, time_end });

describe('weekSum', () => {
  test('3 packs on six days at 3.99 leave 48.60', () => {
    expect(calculateWeeklyEarnings(defaultSchedule, 3, 399)).toEqual({
      days: 6,
      units: 18,
      receivedCents: 4860,
    });
  });

  test.each([
    [1, 199, 420],
    [7, 299, 7140],
    [2, 1999, 22440],
  ])('%i a day at %i cents leave %i, to the cent', (quantity, price, expectedCents) => {
    expect(calculateWeeklyEarnings(defaultSchedule, quantity, price).receivedCents).toBe(expectedCents);
  });

  test('a week off earns nothing', () => {
    expect(calculateWeeklyEarnings({}, 7, 399)).toEqual({ days: 0, units: 0, receivedCents: 0 });
  });
});

describe('weekProblems', () => {
  test('the default week is fine', () => expect(validateScheduleForm(defaultSchedule)).toEqual({}));

  test('no day at all', () => expect(validateScheduleForm({})).toEqual({ week: 'empty' }));

  test('half-filled, equal and overlapping days are named', () => {
    const schedule = {
      mon: pickupWindow('', '19:00'),
      wed: pickupWindow('18:00', '18:00'),
      fri: pickupWindow('23:00', '01:00'),
      sat: pickupWindow('00:30', '02:00'),
    };
    expect(validateScheduleForm(schedule)).toEqual({ mon: 'missing', wed: 'equal_times', fri: 'overlap' });
  });

  test('a single half-filled day is not an empty week', () => {
    expect(validateScheduleForm({ mon: pickupWindow('17:00', '') })).toEqual({ mon: 'missing' });
  });
});

test('dayRanges joins neighbours', () => {
  expect(groupConsecutiveDays(defaultSchedule)).toEqual([['mon', 'sat']]);
  const separateDays = {
    mon: pickupWindow('1', '2'),
    wed: pickupWindow('1', '2'),
    thu: pickupWindow('1', '2'),
  };
  expect(groupConsecutiveDays(separateDays)).toEqual([
    ['mon', 'mon'],
    ['wed', 'thu'],
  ]);
});
