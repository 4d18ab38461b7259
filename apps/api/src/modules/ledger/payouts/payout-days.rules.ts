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

/** The first day from now on that is not a weekend; banks execute transfers on these days. */
export function getNextBankDay(now: Date, timeZone: string): string {
  const date = getLocalDate(now, timeZone);
  return date.add({ days: Math.max(0, date.dayOfWeek - 5) === 0 ? 0 : 8 - date.dayOfWeek }).toString();
}
