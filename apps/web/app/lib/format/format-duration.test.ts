import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');
const minutesToMs = (value: number) => value * 60_000;

test('hours and minutes in each language', () => {
  expect(normalizeSpaces(formatDuration(minutesToMs(164), 'pt'))).toBe('2 h 44 min');
  expect(normalizeSpaces(formatDuration(minutesToMs(164), 'en'))).toBe('2h 44m');
  expect(normalizeSpaces(formatDuration(minutesToMs(164), 'ru'))).toBe('2 ч 44 мин');
});

test('leaves out zero units', () => {
  expect(normalizeSpaces(formatDuration(minutesToMs(120), 'pt'))).toBe('2 h');
  expect(normalizeSpaces(formatDuration(minutesToMs(1440 + 185), 'pt'))).toBe('1 dia 3 h');
  expect(normalizeSpaces(formatDuration(20_000, 'pt'))).toBe('1 min');
  expect(normalizeSpaces(formatDuration(-5, 'pt'))).toBe('1 min');
});
