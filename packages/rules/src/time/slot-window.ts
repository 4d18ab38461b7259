import { type PickupCalendar, pickupHoursOn } from './pickup-calendar.ts';
import type { DayWindow } from './weekdays.ts';

/** One pickup window as instants. `date` is the calendar date it starts on at the venue. */
export interface SlotWindow {
  date: string;
  starts_at: Date;
  ends_at: Date;
}

/** Slots exist for today and this many days ahead. Source: docs/specification.md, Time. */
export const DAYS_AHEAD = 7;

/**
 * The instants of a wall-clock window on a date at a venue. A local time that does not exist (clocks going
 * forward) moves forward; one that exists twice means the first.
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

/** The windows of a pack from the venue's today to `DAYS_AHEAD` days later that have not ended. */
export function listUpcomingWindows(calendar: PickupCalendar, timeZone: string, now: Date): SlotWindow[] {
  const today = localDate(now, timeZone);
  const windows: SlotWindow[] = [];
  for (let daysAhead = -1; daysAhead <= DAYS_AHEAD; daysAhead++) {
    const date = today.add({ days: daysAhead }).toString();
    const { window } = pickupHoursOn(date, calendar);
    if (!window) continue;
    const slot = slotWindowOn(date, window, timeZone);
    // Yesterday's window counts while it runs past midnight; one squeezed to nothing by a clock change never does.
    if (slot.ends_at > now && slot.ends_at > slot.starts_at) windows.push(slot);
  }
  return windows;
}

/** The calendar date at a venue. */
export const localDate = (now: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
