import { expect, test } from 'vitest';
import { duration } from './duration.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');
const minutes = (value: number) => value * 60_000;

test('hours and minutes in each language', () => {
  expect(plain(duration(minutes(164), 'pt'))).toBe('2 h 44 min');
  expect(plain(duration(minutes(164), 'en'))).toBe('2h 44m');
  expect(plain(duration(minutes(164), 'ru'))).toBe('2 ч 44 мин');
});

test('only the units that count', () => {
  expect(plain(duration(minutes(120), 'pt'))).toBe('2 h');
  expect(plain(duration(minutes(1440 + 185), 'pt'))).toBe('1 dia 3 h');
  expect(plain(duration(20_000, 'pt'))).toBe('1 min');
  expect(plain(duration(-5, 'pt'))).toBe('1 min');
});
