import { dayTime, time } from './format.ts';
import { locale } from './language.ts';

/** The calendar date in a time zone, '2026-11-20'; without one, where the person is. */
export const dateAt = (timeZone?: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** A moment near enough to be called by its day: 'hoje, 15:30', 'tomorrow, 09:00'; else '20 Nov, 17:30'. */
export function dayClock(instant: string, language: string, timeZone: string, now = new Date()): string {
  const dayOf = (date: Date) => Date.parse(dateAt(timeZone, date)) / 86_400_000;
  const ahead = dayOf(new Date(instant)) - dayOf(now);
  if (ahead !== 0 && ahead !== 1) return dayTime(instant, language, timeZone);
  const day = new Intl.RelativeTimeFormat(locale(language), { numeric: 'auto' }).format(ahead, 'day');
  return `${day}, ${time(instant, language, timeZone)}`;
}
