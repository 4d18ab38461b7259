import { expect, test } from 'vitest';
import {
  formatCountdown,
  formatDay,
  formatDeadline,
  formatDistance,
  formatDuration,
  formatOrdinal,
  formatRecent,
  formatTime,
  formatTypedCents,
  parseTypedCents,
  toAdverbOfTime,
  toCents,
} from './format.ts';

const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');

test('metres, then kilometres with one decimal', () => {
  expect(normalizeSpaces(formatDistance(350, 'pt'))).toBe('350 m');
  expect(normalizeSpaces(formatDistance(1234, 'pt'))).toBe('1,2 km');
  expect(normalizeSpaces(formatDistance(450, 'ru'))).toBe('450 м');
  expect(normalizeSpaces(formatDistance(12_345, 'en'))).toBe('12 km');
});

test.each([
  ['3,99', 399],
  ['3.99', 399],
  ['3', 300],
  ['2.5', 250],
  ['0,05', 5],
  [' 1,50 € ', 150],
  ['€2', 200],
  ['', null],
  ['€', null],
  ['abc', null],
  ['-1', null],
  ['3,', null],
  ['2,005', null],
  ['1.000', null],
  ['1 000', null],
  ['12345678', null],
])('“%s” is %s cents', (text, cents) => expect(parseTypedCents(text)).toBe(cents));

test.each([
  [350, 'pt', '3,50'],
  [350, 'ru', '3,50'],
  [350, 'en', '3.50'],
  [1_234_500, 'pt', '12345,00'],
  [5, 'en', '0.05'],
])('%s cents stand in a field (%s) as “%s”, and are read as the same', (cents, language, text) => {
  expect(formatTypedCents(cents, language)).toBe(text);
  expect(parseTypedCents(text)).toBe(cents);
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

const now = new Date('2026-11-20T10:00:00Z');
const formatInLisbon = (instant: string, language: string) =>
  formatDeadline(instant, language, 'Europe/Lisbon', now);

test.each([
  ['2026-11-20T08:05:00Z', 'today 08:05', 'hoje 08:05', 'сегодня 08:05'],
  ['2026-11-19T19:12:00Z', 'yesterday 19:12', 'ontem 19:12', 'вчера 19:12'],
  ['2026-11-18T19:12:00Z', '18 Nov', '18/11', '18 нояб.'],
  // The clock of the server is a little ahead.
  ['2026-11-20T10:00:01Z', 'today 10:00', 'hoje 10:00', 'сегодня 10:00'],
])('%s was %s', (instant, en, pt, ru) => {
  const texts = ['en', 'pt', 'ru'].map((language) => formatRecent(instant, language, 'Europe/Lisbon', now));
  expect(texts.map(normalizeSpaces)).toEqual([en, pt, ru]);
});

test('today and tomorrow by name, other days by date', () => {
  expect(formatInLisbon('2026-11-20T15:30:00Z', 'pt')).toEqual({ day: 'hoje', time: '15:30' });
  expect(formatInLisbon('2026-11-21T09:00:00Z', 'en')).toEqual({ day: 'tomorrow', time: '09:00' });
  expect(formatInLisbon('2026-11-20T15:30:00Z', 'ru')).toEqual({ day: 'сегодня', time: '15:30' });
  expect(formatInLisbon('2026-11-25T15:30:00Z', 'en')).toEqual({ day: '25 Nov', time: '15:30' });
});

test('the day is that of the sale place’s zone', () => {
  expect(formatDeadline('2026-11-21T00:30:00Z', 'pt', 'Atlantic/Azores', now)).toEqual({
    day: 'hoje',
    time: '23:30',
  });
});

test.each([
  ['2026-11-28', 'pt', 'no sábado, 28 de novembro'],
  ['2026-11-27', 'pt', 'na sexta-feira, 27 de novembro'],
  ['2026-11-29', 'pt', 'no domingo, 29 de novembro'],
  ['2026-11-28', 'en', 'on Saturday 28 November'],
  ['2026-11-28', 'ru', 'в субботу, 28 ноября'],
  ['2026-11-24', 'ru', 'во вторник, 24 ноября'],
  ['2026-11-26', 'ru', 'в четверг, 26 ноября'],
])('%s within a sentence in %s', (date, language, text) => {
  const day = formatDay(`${date}T12:00:00Z`, language, 'UTC', now);
  expect(normalizeSpaces(toAdverbOfTime(day, language))).toBe(text);
});

test.each([
  ['pt', 'terça-feira, 5 de janeiro de 2027'],
  ['en', 'Tuesday, 5 January 2027'],
  ['ru', 'вторник, 5 января 2027'],
])('a day of another year in %s, without a full stop', (language, text) => {
  expect(normalizeSpaces(formatDay('2027-01-05T12:00:00Z', language, 'UTC', now))).toBe(text);
});

test.each([
  ['pt', '4.º'],
  ['en', '4th'],
  // A line does not break after the hyphen: word joiners.
  ['ru', '4\u2060-\u2060е'],
])('a place in %s', (language, text) => {
  expect(formatOrdinal(4, language)).toBe(text);
});

test('the year is that of the sale place’s zone, like the day', () => {
  const newYear = new Date('2026-12-31T22:00:00Z');
  // 2027 in Auckland already, for the day and for now.
  expect(formatDay('2027-01-01T01:00:00Z', 'en', 'Pacific/Auckland', newYear)).not.toContain('2027');
  expect(formatDay('2026-12-31T10:30:00Z', 'en', 'Pacific/Auckland', newYear)).toContain('2026');
  expect(formatDay('2027-01-01T01:00:00Z', 'en', 'America/New_York', newYear)).not.toContain('2026');
});
