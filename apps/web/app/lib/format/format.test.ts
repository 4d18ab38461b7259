import { expect, test } from 'vitest';
import { formatCountdown, formatDistance, formatTime, toCents } from './format.ts';

const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');

test('metres, then kilometres with one decimal', () => {
  expect(normalizeSpaces(formatDistance(350, 'pt'))).toBe('350 m');
  expect(normalizeSpaces(formatDistance(1234, 'pt'))).toBe('1,2 km');
  expect(normalizeSpaces(formatDistance(450, 'ru'))).toBe('450 м');
  expect(normalizeSpaces(formatDistance(12_345, 'en'))).toBe('12 km');
});

test('times are in the sale place’s zone', () => {
  expect(formatTime('2026-11-20T17:30:00Z', 'en', 'Atlantic/Azores')).toBe('16:30');
});

test('a countdown never goes below zero', () => {
  expect(formatCountdown(545_000)).toBe('9:05');
  expect(formatCountdown(3_723_000)).toBe('1:02:03');
  expect(formatCountdown(-5)).toBe('0:00');
});

test('euros convert to cents exactly', () => {
  expect(toCents(19.99)).toBe(1999);
  expect(toCents(4.35)).toBe(435);
});
