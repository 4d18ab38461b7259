/** Keys of a schedule in ISO order, Monday first. Source: docs/specification.md, Time. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Local times 'HH:MM' at the sale place. An end before the start is on the next day. */
export interface DayWindow {
  time_start: string;
  time_end: string;
}

/** A weekday of a schedule. */
export interface DayPlan extends DayWindow {
  /** Units on this weekday; missing: the product's daily quantity. */
  quantity?: number | undefined;
}

/** A missing day is a day off. */
export type Schedule = Partial<Record<Weekday, DayPlan>>;

/** Limits each product. Source: docs/specification.md, Stock. */
export const MAX_UNITS_PER_DAY = 99;

/** Units on a date: those of its weekday, else the daily quantity. A date without a time is midnight in UTC. */
export const quantityOn = (date: string, schedule: Schedule, dailyQuantity: number): number =>
  schedule[weekdays[(new Date(date).getUTCDay() + 6) % 7]!]?.quantity ?? dailyQuantity;

const evening = { time_start: '17:30', time_end: '19:00' };

/** Default of the product form: Monday to Saturday 17:30–19:00. Source: docs/specification.md, Time. */
export const defaultSchedule: Schedule = {
  mon: evening,
  tue: evening,
  wed: evening,
  thu: evening,
  fri: evening,
  sat: evening,
};

/** Dates YYYY-MM-DD, both inclusive. */
export interface DateRange {
  date_from: string;
  date_to: string;
}

/** Inputs of a product's pickup windows: weekly schedule, holidays of the sale place, and date overrides. */
export interface PickupCalendar {
  schedule: Schedule;
  /** Overrides by date YYYY-MM-DD: other hours, or closed. */
  dates: ReadonlyMap<string, DayWindow | 'closed'>;
  holidays: readonly DateRange[];
}

export interface DayHours {
  /** Null: closed. */
  window: DayWindow | null;
  /** The rule that decides: date override, else holiday, else weekly schedule. */
  by: 'date' | 'holiday' | 'week';
}

/** A calendar with the weekly schedule only. */
export const calendarOfSchedule = (schedule: Schedule): PickupCalendar => ({
  schedule,
  dates: new Map(),
  holidays: [],
});

export const isInRange = (date: string, { date_from: from, date_to: to }: DateRange): boolean =>
  from <= date && date <= to;

/** A product's hours on a date. An override applies on a holiday too. */
export function pickupHoursOn(date: string, { schedule, dates, holidays }: PickupCalendar): DayHours {
  const override = dates.get(date);
  if (override) return { window: override === 'closed' ? null : override, by: 'date' };
  if (holidays.some((holiday) => isInRange(date, holiday))) {
    return { window: null, by: 'holiday' };
  }
  const weekday = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!;
  return { window: schedule[weekday] ?? null, by: 'week' };
}

/** The previous or next dates whose windows overlap the date's. */
export function neighboursInTheWay(date: string, calendar: PickupCalendar): string[] {
  const day = Temporal.PlainDate.from(date);
  const [previousDate, nextDate] = [day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString()];
  const hours = pickupHoursOn(date, calendar).window;
  return [
    ...(isOverlapping(pickupHoursOn(previousDate, calendar).window, hours) ? [previousDate] : []),
    ...(isOverlapping(hours, pickupHoursOn(nextDate, calendar).window) ? [nextDate] : []),
  ];
}

/** Whether a window runs past midnight into the next day's. Times compare as text. */
export const isOverlapping = (window: DayWindow | null, nextWindow: DayWindow | null): boolean =>
  window !== null &&
  nextWindow !== null &&
  window.time_end < window.time_start &&
  nextWindow.time_start < window.time_end;

export type ScheduleError = 'empty' | 'equal_times' | 'overlap';

/**
 * Errors of a weekly schedule by day: no day at all, a window with equal times, or one that runs past
 * midnight into the next day's window. Source: docs/specification.md, Time.
 */
export function validateSchedule(schedule: Schedule): { day: Weekday | null; error: ScheduleError }[] {
  const days = weekdays.filter((day) => schedule[day]);
  if (days.length === 0) return [{ day: null, error: 'empty' }];
  return days.flatMap((day): { day: Weekday; error: ScheduleError }[] => {
    const window = schedule[day]!;
    if (window.time_start === window.time_end) return [{ day, error: 'equal_times' }];
    const nextWindow = schedule[weekdays[(weekdays.indexOf(day) + 1) % 7]!];
    return isOverlapping(window, nextWindow ?? null) ? [{ day, error: 'overlap' }] : [];
  });
}
