/** A calendar month, e.g. '2026-11'. */
export type Month = `${number}-${number}`;

/** The month it is on somebody's calendar. */
export const monthOf = (instant: Date, timeZone: string): Month =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString() as Month;

/** The months on, or back when negative. */
export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString() as Month;

/** The instant a month begins; where midnight does not exist that day, the first instant that does. */
export const monthStart = (month: Month, timeZone: string): Date =>
  new Date(
    Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  );

/** Months that are over at an instant, from the one of `since` on. */
export function listEndedMonths(since: Date, now: Date, timeZone: string): Month[] {
  const current = monthOf(now, timeZone);
  const months: Month[] = [];
  for (let month = monthOf(since, timeZone); month < current; month = addMonths(month, 1)) months.push(month);
  return months;
}
