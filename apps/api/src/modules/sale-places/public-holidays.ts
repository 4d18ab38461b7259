import type { DateRange, Language } from '@wopack/rules';
import { findCountryAt } from '../geo/index.ts';

export interface PublicHoliday extends DateRange {
  name: string;
}

const DAY_MS = 86_400_000;

/**
 * Public holidays of the country a venue is in, within a year from a date on. Named in the language if they have a name
 * in it, else in the country's. The calendars take 40 MB: they are loaded when the first seller asks.
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
      // `end` is the midnight after; an hour more or less when clocks change.
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      const lastDate = Temporal.PlainDate.from(firstDate).add({ days: days - 1 });
      return { name, date_from: firstDate, date_to: lastDate.toString() };
    })
    .filter(({ date_from, date_to }) => date_to >= from && date_from < until);
}
