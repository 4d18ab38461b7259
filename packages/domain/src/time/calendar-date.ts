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
