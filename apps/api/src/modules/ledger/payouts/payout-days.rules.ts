import { addMonths, type Month, monthOf } from '@wopack/rules';

/** Payouts are made on the 5th. Source: product.md, Money. */
export const PAYOUT_DAY = 5;

const today = (now: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** The month whose regular run is due, if there was none: from the 5th on, however late. */
export const monthDue = (now: Date, timeZone: string): Month | null =>
  today(now, timeZone).day >= PAYOUT_DAY ? monthOf(now, timeZone) : null;

export function nextPayoutDay(now: Date, timeZone: string): string {
  const month = monthOf(now, timeZone);
  const day = today(now, timeZone).day < PAYOUT_DAY ? month : addMonths(month, 1);
  return `${day}-${String(PAYOUT_DAY).padStart(2, '0')}`;
}

/** The first day from now on that is no Saturday or Sunday, when banks execute transfers. */
export function bankDay(now: Date, timeZone: string): string {
  const day = today(now, timeZone);
  return day.add({ days: Math.max(0, day.dayOfWeek - 5) === 0 ? 0 : 8 - day.dayOfWeek }).toString();
}
