import { expect, test } from 'vitest';
import { formatRelativeDayTime } from './format-relative-day-time.ts';

const now = new Date('2026-11-20T10:00:00Z');
const formatInLisbon = (instant: string, language: string) =>
  formatRelativeDayTime(instant, language, 'Europe/Lisbon', now);

test('today and tomorrow by name, other days by date', () => {
  expect(formatInLisbon('2026-11-20T15:30:00Z', 'pt')).toBe('hoje, 15:30');
  expect(formatInLisbon('2026-11-21T09:00:00Z', 'en')).toBe('tomorrow, 09:00');
  expect(formatInLisbon('2026-11-20T15:30:00Z', 'ru')).toBe('сегодня, 15:30');
  expect(formatInLisbon('2026-11-25T15:30:00Z', 'en')).toBe('25 Nov, 15:30');
});

test('the day is that of the sale place’s zone', () => {
  expect(formatRelativeDayTime('2026-11-21T00:30:00Z', 'pt', 'Atlantic/Azores', now)).toBe('hoje, 23:30');
});
