import type { DateRange, Language } from '@wopack/domain';
import { findCountryAt } from '../geo/index.ts';

export interface PublicHoliday extends DateRange {
  name: string;
}

const DAY_MS = 86_400_000;

/**
 * Public holidays of the country of a position within a year from a date. Names are in the requested
 * language where they exist, else in the country's. The calendars take 40 MB of memory and are loaded on
 * first use.
 */
export async function listPublicHolidays(
  position: { latitude: number; longitude: number },
  from: string,
  language: Language,
): Promise<PublicHoliday[]> {
  const country = await findCountryAt(position);
  if (!country) return [];
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays(country, { types: ['public'] });
  calendar.setLanguages([language, ...calendar.getLanguages()]);
  const year = Number(from.slice(0, 4));
  const until = `${year + 1}${from.slice(4)}`;
  return [year, year + 1]
    .flatMap((calendarYear) => calendar.getHolidays(calendarYear))
    .map(({ name, date, start, end }) => {
      const firstDate = date.slice(0, 10);
      // `end` is the following midnight; rounding absorbs the hour of a clock change.
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      const lastDate = Temporal.PlainDate.from(firstDate).add({ days: days - 1 });
      return { name, date_from: firstDate, date_to: lastDate.toString() };
    })
    .filter(({ date_from, date_to }) => date_to >= from && date_from < until);
}
