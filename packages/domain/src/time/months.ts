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
