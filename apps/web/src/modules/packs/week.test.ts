import { defaultSchedule } from '@wopack/rules';
import { describe, expect, test } from 'vitest';
import { dayRanges, weekProblems, weekSum } from './week.ts';

const window = (time_start: string, time_end: string) => ({ time_start, time_end });

describe('weekSum', () => {
  test('3 packs on six days at 3.99 leave 48.60', () => {
    expect(weekSum(defaultSchedule, 3, 399)).toEqual({ days: 6, packs: 18, receivedCents: 4860 });
  });

  test.each([
    [1, 199, 420],
    [7, 299, 7140],
    [2, 1999, 22440],
  ])('%i a day at %i cents leave %i, to the cent', (quantity, price, received) => {
    expect(weekSum(defaultSchedule, quantity, price).receivedCents).toBe(received);
  });

  test('a week off earns nothing', () => {
    expect(weekSum({}, 7, 399)).toEqual({ days: 0, packs: 0, receivedCents: 0 });
  });
});

describe('weekProblems', () => {
  test('the default week is fine', () => expect(weekProblems(defaultSchedule)).toEqual({}));

  test('no day at all', () => expect(weekProblems({})).toEqual({ week: 'empty' }));

  test('half-filled, equal and overlapping days are named', () => {
    const week = {
      mon: window('', '19:00'),
      wed: window('18:00', '18:00'),
      fri: window('23:00', '01:00'),
      sat: window('00:30', '02:00'),
    };
    expect(weekProblems(week)).toEqual({ mon: 'missing', wed: 'equal_times', fri: 'overlap' });
  });

  test('a single half-filled day is not an empty week', () => {
    expect(weekProblems({ mon: window('17:00', '') })).toEqual({ mon: 'missing' });
  });
});

test('dayRanges joins neighbours', () => {
  expect(dayRanges(defaultSchedule)).toEqual([['mon', 'sat']]);
  const some = { mon: window('1', '2'), wed: window('1', '2'), thu: window('1', '2') };
  expect(dayRanges(some)).toEqual([
    ['mon', 'mon'],
    ['wed', 'thu'],
  ]);
});
