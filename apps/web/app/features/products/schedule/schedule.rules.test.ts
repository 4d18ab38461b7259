import { defaultSchedule } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import {
  calculateWeeklyEarnings,
  getWindowMinutes,
  groupConsecutiveDays,
  listNewOvernightDays,
  validateScheduleForm,
} from './schedule.rules.ts';

const pickupWindow = (time_start: string, time_end: string) => ({ time_start, time_end });

describe('weekSum', () => {
  test('3 units on six days at 3.99 earn 48.60', () => {
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
  ])('%i units a day at %i cents earn %i, to the cent', (quantity, price, expectedCents) => {
    expect(calculateWeeklyEarnings(defaultSchedule, quantity, price).receivedCents).toBe(expectedCents);
  });

  test('a weekday with a quantity of its own counts with that', () => {
    const schedule = { ...defaultSchedule, sat: { ...defaultSchedule.sat!, quantity: 7 } };
    expect(calculateWeeklyEarnings(schedule, 3, 399)).toMatchObject({ days: 6, units: 22 });
  });

  test('a closed week earns nothing', () => {
    expect(calculateWeeklyEarnings({}, 7, 399)).toEqual({ days: 0, units: 0, receivedCents: 0 });
  });
});

describe('windows past midnight', () => {
  test.each([
    ['19:00', '18:00', 23 * 60],
    ['23:30', '00:30', 60],
    ['17:30', '19:00', 90],
  ])('%s to %s takes %i minutes', (start, end, minutes) =>
    expect(getWindowMinutes(pickupWindow(start, end))).toBe(minutes),
  );

  test('only new ones are to be confirmed', () => {
    const saved = { fri: pickupWindow('23:30', '00:30') };
    const schedule = { ...saved, mon: pickupWindow('19:00', '18:00'), tue: pickupWindow('17:00', '18:00') };
    expect(listNewOvernightDays(schedule, saved)).toEqual(['mon']);
    expect(listNewOvernightDays({ fri: pickupWindow('23:30', '01:00') }, saved)).toEqual(['fri']);
  });
});

describe('weekProblems', () => {
  test('the default week is valid', () => expect(validateScheduleForm(defaultSchedule)).toEqual({}));

  test('a week without an open day is invalid', () =>
    expect(validateScheduleForm({})).toEqual({ week: 'empty' }));

  test('incomplete, equal and overlapping hours are reported', () => {
    const schedule = {
      mon: pickupWindow('', '19:00'),
      wed: pickupWindow('18:00', '18:00'),
      fri: pickupWindow('23:00', '01:00'),
      sat: pickupWindow('00:30', '02:00'),
    };
    expect(validateScheduleForm(schedule)).toEqual({ mon: 'missing', wed: 'equal_times', fri: 'overlap' });
  });

  test('a single incomplete day is not an empty week', () => {
    expect(validateScheduleForm({ mon: pickupWindow('17:00', '') })).toEqual({ mon: 'missing' });
  });
});

test('consecutive days with equal hours form a range', () => {
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
