const DAY_MS = 86_400_000;

// A date without a time is midnight in UTC, which has no clock changes. This runs in browsers too, and not all
// of them have Temporal.

/** The calendar date so many days later, '2026-11-20' → '2026-11-27'; negative numbers go back. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one calendar date to another; negative when the other is earlier. */
export const countDaysUntil = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The Monday of a calendar date's week. */
export const getMonday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** A calendar month, e.g. '2026-11'. */
export type Month = `${number}-${number}`;

/** The calendar month of an instant in a time zone. */
export const monthOf = (instant: Date, timeZone: string): Month =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString() as Month;

/** Adds months; negative numbers go back. */
export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString() as Month;

/**
 * The instant at which a month begins; if midnight does not exist on that day, the first instant that does.
 */
export const monthStart = (month: Month, timeZone: string): Date =>
  new Date(
    Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  );

/** Months that have ended, from the month of `since` on. */
export function listEndedMonths(since: Date, now: Date, timeZone: string): Month[] {
  const current = monthOf(now, timeZone);
  const months: Month[] = [];
  for (let month = monthOf(since, timeZone); month < current; month = addMonths(month, 1)) months.push(month);
  return months;
}
