/** Writes apps/api/db/public-holidays from the package date-holidays; its README has the format. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package.ts';

interface Calendar {
  getCountries(): Record<string, string>;
  getLanguages(): string[];
  setLanguages(languages: string[]): void;
  /** `date` is the local time of the first day's begin, `end` the midnight after the last day. */
  getHolidays(year: number): { name: string; date: string; start: Date; end: Date }[];
}
interface CalendarConstructor {
  new (country?: string, options?: { types: string[] }): Calendar;
}

const DAY_MS = 86_400_000;
const FIRST_YEAR = 2024;
/** In later years the package lacks several calendars. */
const LAST_YEAR = 2060;
const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);

const require = createRequire(import.meta.url);
const sourceDir = fetchPackage('date-holidays', '3.37.0');
const HolidayCalendar: CalendarConstructor = require(sourceDir);
const targetDir = join(import.meta.dirname, '../../apps/api/db/public-holidays');

const rows = Object.keys(new HolidayCalendar().getCountries()).sort().flatMap(listRows);
writeFileSync(join(targetDir, 'public-holidays.tsv'), `${rows.join('\n')}\n`);
copyFileSync(join(sourceDir, 'LICENSE'), join(targetDir, 'LICENSE'));

function listRows(country: string): string[] {
  const calendar = new HolidayCalendar(country, { types: ['public'] });
  calendar.setLanguages(['en', ...calendar.getLanguages()]);
  const holidays = years.flatMap((year) => calendar.getHolidays(year));
  const datesByHoliday = Map.groupBy(holidays, ({ name, start, end }) => {
    // Rounding absorbs the hour of a clock change.
    const numDays = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
    return [country, name, numDays].join('\t');
  });
  return [...datesByHoliday].map(([holiday, occurrences]) => {
    const dates = occurrences.map(({ date }) => date.slice(0, 10));
    return `${holiday}\t${formatDates(dates)}`;
  });
}

/** A date of every year as '05-01'; else all dates as '240329'. */
function formatDates(dates: string[]): string {
  const yearDays = [...new Set(dates.map((date) => date.slice(5)))];
  if (yearDays.length === 1 && dates.length === years.length) return yearDays[0]!;
  return dates.map((date) => date.slice(2).replaceAll('-', '')).join(' ');
}
