import { addMonths, type Month, monthOf } from '@wopack/rules';

/** Payouts are made on the 5th. Source: docs/specification.md, Money. */
export const PAYOUT_DAY = 5;

const getLocalDate = (now: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** The month whose regular run is due, if there was none: from the 5th on, however late. */
export const getDuePayoutMonth = (now: Date, timeZone: string): Month | null =>
  getLocalDate(now, timeZone).day >= PAYOUT_DAY ? monthOf(now, timeZone) : null;

/** Where payouts are held, the first one that is not. */
export function getNextPayoutDay(now: Date, timeZone: string, heldUntil: Date | null = null): string {
  if (heldUntil && heldUntil > now) return getLocalDate(heldUntil, timeZone).toString();
  const month = monthOf(now, timeZone);
  const nextMonth = getLocalDate(now, timeZone).day < PAYOUT_DAY ? month : addMonths(month, 1);
  return getPayoutDay(nextMonth).toString();
}

/** An account that was changed now misses the next regular run: payouts go to it from the day of the one after. */
export function getPayoutBlockEnd(now: Date, timeZone: string, isRunMade: boolean): Date {
  const month = monthOf(now, timeZone);
  const skippedMonth = isRunMade ? addMonths(month, 1) : month;
  return new Date(getPayoutDay(addMonths(skippedMonth, 1)).toZonedDateTime(timeZone).epochMilliseconds);
}

const getPayoutDay = (month: Month) => Temporal.PlainYearMonth.from(month).toPlainDate({ day: PAYOUT_DAY });

/** The first day from now on that is no Saturday or Sunday, when banks execute transfers. */
export function getNextBankDay(now: Date, timeZone: string): string {
  const date = getLocalDate(now, timeZone);
  return date.add({ days: Math.max(0, date.dayOfWeek - 5) === 0 ? 0 : 8 - date.dayOfWeek }).toString();
}
