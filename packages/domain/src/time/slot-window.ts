import { type DayWindow, type PickupCalendar, pickupHoursOn } from './pickup-calendar.ts';

/** A pickup window as instants. `date` is its start date at the sale place. */
export interface SlotWindow {
  date: string;
  starts_at: Date;
  ends_at: Date;
}

/** Slots are generated for today and this many days ahead. Source: docs/specification.md, Time. */
export const DAYS_AHEAD = 7;

/**
 * Instants of a local window on a date in a time zone. A local time that does not exist (clocks going
 * forward) moves forward; an ambiguous one means its first occurrence.
 */
export function slotWindowOn(date: string, window: DayWindow, timeZone: string): SlotWindow {
  const day = Temporal.PlainDate.from(date);
  const endDay = window.time_end < window.time_start ? day.add({ days: 1 }) : day;
  const instant = (localDay: Temporal.PlainDate, time: string) =>
    new Date(
      localDay
        .toPlainDateTime(Temporal.PlainTime.from(time))
        .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
    );
  return { date, starts_at: instant(day, window.time_start), ends_at: instant(endDay, window.time_end) };
}

/** Windows of a product from today at the sale place to `DAYS_AHEAD` days later that have not ended. */
export function listUpcomingWindows(calendar: PickupCalendar, timeZone: string, now: Date): SlotWindow[] {
  const today = localDate(now, timeZone);
  const windows: SlotWindow[] = [];
  for (let daysAhead = -1; daysAhead <= DAYS_AHEAD; daysAhead++) {
    const date = today.add({ days: daysAhead }).toString();
    const { window } = pickupHoursOn(date, calendar);
    if (!window) continue;
    const slot = slotWindowOn(date, window, timeZone);
    // Yesterday's window may run past midnight. A window without duration because of a clock change is
    // skipped.
    if (slot.ends_at > now && slot.ends_at > slot.starts_at) windows.push(slot);
  }
  return windows;
}

/** The calendar date in a time zone. */
export const localDate = (now: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

const MINUTE_MS = 60_000;

/**
 * A hold lasts ten minutes or until the window's end, whichever is sooner. Source: docs/specification.md,
 * Stock.
 */
export const holdEndsAt = (now: Date, windowEnd: Date): Date =>
  new Date(Math.min(now.getTime() + 10 * MINUTE_MS, windowEnd.getTime()));

/**
 * From here on nothing is reserved for a draw or a waitlist: half an hour before the window ends everything left goes
 * on public sale. Source: docs/specification.md, Draws and waitlists.
 */
export const publicSaleAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() - 30 * MINUTE_MS);

/** Cancelling is free until two hours before the window. Source: docs/specification.md, Orders. */
export const cancellationDeadline = (windowStart: Date): Date =>
  new Date(windowStart.getTime() - 120 * MINUTE_MS);

/**
 * Hand-out runs from 30 minutes before the window to 30 minutes after it. Source: docs/specification.md,
 * Orders.
 */
export const canHandOut = (now: Date, windowStart: Date, windowEnd: Date): boolean =>
  now.getTime() >= windowStart.getTime() - 30 * MINUTE_MS &&
  now.getTime() <= handOutEndsAt(windowEnd).getTime();

export const handOutEndsAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 30 * MINUTE_MS);

/** A problem can be reported until 48 hours after the window. Source: docs/specification.md, Orders. */
export const reportDeadline = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 48 * 60 * MINUTE_MS);

/**
 * From when postings of an order count for statements and payouts: its report deadline, or now if that has
 * passed. Source: docs/specification.md, Money.
 */
export const effectiveFrom = (windowEnd: Date, now: Date): Date =>
  new Date(Math.max(reportDeadline(windowEnd).getTime(), now.getTime()));

/** A collected order can be rated for 14 days. Source: docs/specification.md, Orders. */
export const ratingDeadline = (collectedAt: Date): Date =>
  new Date(collectedAt.getTime() + 14 * 24 * 60 * MINUTE_MS);
