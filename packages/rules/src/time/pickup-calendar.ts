import { type DayWindow, type Schedule, weekdays } from './weekdays.ts';

/** Dates YYYY-MM-DD, both included. */
export interface DateRange {
  date_from: string;
  date_to: string;
}

/** When a pack is handed out: its week, its venue's holidays, and what was said about single dates. */
export interface PickupCalendar {
  schedule: Schedule;
  /** By date YYYY-MM-DD: these hours, or closed. */
  dates: ReadonlyMap<string, DayWindow | 'closed'>;
  holidays: readonly DateRange[];
}

export interface DayHours {
  /** Null: closed. */
  window: DayWindow | null;
  /** What decides: what was said about the date, else a holiday, else the week. */
  by: 'date' | 'holiday' | 'week';
}

/** The week alone, as a calendar. */
export const calendarOfSchedule = (schedule: Schedule): PickupCalendar => ({
  schedule,
  dates: new Map(),
  holidays: [],
});

/** The hours of a pack on a date. A date named by itself is open on a holiday too. */
export function pickupHoursOn(date: string, { schedule, dates, holidays }: PickupCalendar): DayHours {
  const override = dates.get(date);
  if (override) return { window: override === 'closed' ? null : override, by: 'date' };
  if (holidays.some((range) => range.date_from <= date && date <= range.date_to)) {
    return { window: null, by: 'holiday' };
  }
  const weekday = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!;
  return { window: schedule[weekday] ?? null, by: 'week' };
}

/** The dates before and after whose hours a date's run into. */
export function neighboursInTheWay(date: string, calendar: PickupCalendar): string[] {
  const day = Temporal.PlainDate.from(date);
  const [previousDate, nextDate] = [day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString()];
  const hours = pickupHoursOn(date, calendar).window;
  return [
    ...(isOverlapping(pickupHoursOn(previousDate, calendar).window, hours) ? [previousDate] : []),
    ...(isOverlapping(hours, pickupHoursOn(nextDate, calendar).window) ? [nextDate] : []),
  ];
}

/** Whether a window goes on past midnight when the next day's has begun. Times compare as text. */
export const isOverlapping = (window: DayWindow | null, nextWindow: DayWindow | null): boolean =>
  window !== null &&
  nextWindow !== null &&
  window.time_end < window.time_start &&
  nextWindow.time_start < window.time_end;
