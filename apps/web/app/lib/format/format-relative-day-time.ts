import { countDaysUntil } from '@wopack/domain';
import { getLocale } from '../i18n/language.ts';
import { formatDayTime, formatTime } from './format.ts';

/** The calendar date in a time zone, '2026-11-20'; without one, in the device's zone. */
export const getLocalDate = (timeZone?: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** With the name of the day when it is near: 'hoje, 15:30', 'tomorrow, 09:00'; else '20 Nov, 17:30'. */
export function formatRelativeDayTime(
  instant: string,
  language: string,
  timeZone: string,
  now = new Date(),
): string {
  const daysAhead = countDaysUntil(getLocalDate(timeZone, now), getLocalDate(timeZone, new Date(instant)));
  if (daysAhead !== 0 && daysAhead !== 1) return formatDayTime(instant, language, timeZone);
  const dayName = new Intl.RelativeTimeFormat(getLocale(language), { numeric: 'auto' }).format(
    daysAhead,
    'day',
  );
  return `${dayName}, ${formatTime(instant, language, timeZone)}`;
}
