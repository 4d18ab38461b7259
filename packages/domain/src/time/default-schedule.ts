import type { Schedule } from './weekdays.ts';

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
