import { addMonths, type Month, monthOf } from '@wopack/rules';

/** Payouts are made on the 5th. Source: product.md, Money. */
export const PAYOUT_DAY = 5;

const today = (now: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** The month whose regular run is due, if there was none: from the 5th on, however late. */
export const monthDue = (now: Date, timeZone: string): Month | null =>
  today(now, timeZone).day >= PAYOUT_DAY ? monthOf(now, timeZone) : null;

/** Where payouts are held, the first one that is not. */
export function nextPayoutDay(now: Date, timeZone: string, heldUntil: Date | null = null): string {
  if (heldUntil && heldUntil > now) return today(heldUntil, timeZone).toString();
  const month = monthOf(now, timeZone);
  const next = today(now, timeZone).day < PAYOUT_DAY ? month : addMonths(month, 1);
  return payoutDayOf(next).toString();
}

/** An account that was changed now misses the next regular run: payouts go to it from the day of the one after. */
export function heldUntil(now: Date, timeZone: string, isRunMade: boolean): Date {
  const month = monthOf(now, timeZone);
  const skipped = isRunMade ? addMonths(month, 1) : month;
  return new Date(payoutDayOf(addMonths(skipped, 1)).toZonedDateTime(timeZone).epochMilliseconds);
}

const payoutDayOf = (month: Month) => Temporal.PlainYearMonth.from(month).toPlainDate({ day: PAYOUT_DAY });

/** The first day from now on that is no Saturday or Sunday, when banks execute transfers. */
export function bankDay(now: Date, timeZone: string): string {
  const day = today(now, timeZone);
  return day.add({ days: Math.max(0, day.dayOfWeek - 5) === 0 ? 0 : 8 - day.dayOfWeek }).toString();
}
