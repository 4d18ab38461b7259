import { describe, expect, test } from 'vitest';
import { formatPickup, pickupDateText } from './format-pickup.ts';
import { slotWindowOn } from './slot-window.ts';

const evening = { time_start: '17:30', time_end: '19:00' };
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const text = (date: string, language: string, now: string, zone = 'Europe/Lisbon') => {
  const { starts_at, ends_at } = slotWindowOn(date, evening, zone);
  return plain(formatPickup(starts_at, ends_at, zone, language, new Date(now)));
};

test.each([
  ['pt', 'Hoje 17:30–19:00', 'Amanhã 17:30–19:00', /^sexta, 27\/11 17:30–19:00$/],
  ['en', 'Today 17:30–19:00', 'Tomorrow 17:30–19:00', /^Fri 27 Nov 17:30–19:00$/],
  ['ru', 'Сегодня 17:30–19:00', 'Завтра 17:30–19:00', /^пт, 27 нояб\. 17:30–19:00$/],
])('%s', (language, today, tomorrow, later) => {
  const now = '2026-11-20T12:00Z';
  expect(text('2026-11-20', language, now)).toBe(today);
  expect(text('2026-11-21', language, now)).toBe(tomorrow);
  expect(text('2026-11-27', language, now)).toMatch(later);
});

test.each([
  ['pt', 'sexta, 20/11 17:30–19:00'],
  ['en', 'Fri 20 Nov 17:30–19:00'],
  ['ru', 'пт, 20 нояб. 17:30–19:00'],
])('%s, date text: weekday and date', (language, expected) => {
  for (const zone of ['Europe/Lisbon', 'Asia/Tokyo']) {
    const { starts_at, ends_at } = slotWindowOn('2026-11-20', evening, zone);
    expect(plain(pickupDateText(starts_at, ends_at, zone, language))).toBe(expected);
  }
});

test('an unknown language falls back to English', () => {
  expect(text('2026-11-20', 'de', '2026-11-20T12:00Z')).toBe('Today 17:30–19:00');
});

test('days are those of the sale place, not of the reader', () => {
  // 23:30 in Lisbon is already the next day in Moscow.
  expect(text('2026-11-21', 'en', '2026-11-20T23:30Z', 'Europe/Moscow')).toBe('Today 17:30–19:00');
  expect(text('2026-11-21', 'en', '2026-11-20T23:30Z', 'Europe/Lisbon')).toBe('Tomorrow 17:30–19:00');
});

describe.each(['Europe/Lisbon', 'Atlantic/Azores'])('around a clock change in %s', (zone) => {
  // Days of 23 and 25 hours: tomorrow is a date, not 24 hours later.
  const changes = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'];
  const near = changes.flatMap((date) => [-1, 0, 1].map((days) => addDays(date, days)));
  test.each(near)('tomorrow on %s, at every half hour', (today) => {
    const tomorrow = addDays(today, 1);
    for (let half = -8; half < 56; half++) {
      const now = new Date(Date.parse(`${today}T00:00Z`) + half * 1_800_000);
      const here = now.toLocaleDateString('sv-SE', { timeZone: zone });
      if (here !== today) continue;
      expect(text(today, 'en', now.toISOString(), zone)).toBe('Today 17:30–19:00');
      expect(text(tomorrow, 'en', now.toISOString(), zone)).toBe('Tomorrow 17:30–19:00');
      expect(text(addDays(today, 2), 'en', now.toISOString(), zone)).toMatch(/^\w{3} \d/);
    }
  });
});

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
