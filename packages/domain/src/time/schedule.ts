/** Keys of a schedule in ISO order, Monday first. Source: docs/specification.md, Time. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Local times 'HH:MM' at the sale place. An end before the start is on the next day. */
export interface DayWindow {
  time_start: string;
  time_end: string;
}

/** A missing day is a day off. */
export type Schedule = Partial<Record<Weekday, DayWindow>>;

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
