import { addMonths, type Month, monthOf } from '@wopack/domain';

/** Payouts are made on the 5th of each month. Source: docs/specification.md, Money. */
export const PAYOUT_DAY = 5;

const getLocalDate = (now: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** The month whose regular run is due, from the 5th on, however late; null before. */
export const getDuePayoutMonth = (now: Date, timeZone: string): Month | null =>
  getLocalDate(now, timeZone).day >= PAYOUT_DAY ? monthOf(now, timeZone) : null;

/** The next payout day; with a block, the day the block ends. */
export function getNextPayoutDay(now: Date, timeZone: string, heldUntil: Date | null = null): string {
  if (heldUntil && heldUntil > now) return getLocalDate(heldUntil, timeZone).toString();
  const month = monthOf(now, timeZone);
  const nextMonth = getLocalDate(now, timeZone).day < PAYOUT_DAY ? month : addMonths(month, 1);
  return getPayoutDay(nextMonth).toString();
}

/** An account changed now misses the next regular run: payouts to it are blocked until the run after. */
export function getPayoutBlockEnd(now: Date, timeZone: string, isRunMade: boolean): Date {
  const month = monthOf(now, timeZone);
  const skippedMonth = isRunMade ? addMonths(month, 1) : month;
  return new Date(getPayoutDay(addMonths(skippedMonth, 1)).toZonedDateTime(timeZone).epochMilliseconds);
}

const getPayoutDay = (month: Month) => Temporal.PlainYearMonth.from(month).toPlainDate({ day: PAYOUT_DAY });

/**
 * The first day from now on, by the calendar of the operator, on which euro payments are settled: no weekend and no
 * closing day of TARGET. Source: https://www.ecb.europa.eu/ecb/contacts/working-hours/html/index.en.html
 */
export function getNextBankDay(now: Date, timeZone: string): string {
  let date = getLocalDate(now, timeZone);
  while (!isBankDay(date)) date = date.add({ days: 1 });
  return date.toString();
}

const TARGET_CLOSING_DAYS = ['01-01', '05-01', '12-25', '12-26'];

function isBankDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5 || TARGET_CLOSING_DAYS.includes(date.toString().slice(5))) return false;
  // Good Friday and Easter Monday.
  const daysAfterEaster = getEasterSunday(date.year).until(date).days;
  return daysAfterEaster !== -2 && daysAfterEaster !== 1;
}

/**
 * Of the Gregorian calendar, for all years. Source: J. Meeus, Astronomical Algorithms, second edition, chapter 8, whose
 * letters these are.
 */
export function getEasterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1);
}
