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
