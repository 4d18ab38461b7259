import {
  earningCents,
  type Schedule,
  type ScheduleError,
  validateSchedule,
  type Weekday,
  weekdays,
} from '@wopack/domain';

/** Daily quantities to select from. Source: docs/specification.md, Stock. */
export const QUANTITY_OPTIONS = ['1', '2', '3', '4', '5', '6', '7'] as const;
export const DEFAULT_QUANTITY = '3';

export type ScheduleFormError = ScheduleError | 'missing';

/** Errors of a week by day, half-filled days included; `week` for the whole. */
export function validateScheduleForm(
  schedule: Schedule,
): Partial<Record<Weekday | 'week', ScheduleFormError>> {
  const completeDays: Schedule = {};
  const errors: Partial<Record<Weekday | 'week', ScheduleFormError>> = {};
  for (const day of weekdays) {
    const pickupWindow = schedule[day];
    if (!pickupWindow) continue;
    if (pickupWindow.time_start && pickupWindow.time_end) completeDays[day] = pickupWindow;
    else errors[day] = 'missing';
  }
  for (const { day, error } of validateSchedule(completeDays)) {
    if (day) errors[day] = error;
    else if (Object.keys(errors).length === 0) errors.week = error;
  }
  return errors;
}

/** Cents a week when everything is sold. */
export function calculateWeeklyEarnings(schedule: Schedule, quantity: number, priceCents: number) {
  const days = Object.keys(schedule).length;
  const units = days * quantity;
  return { days, units, receivedCents: units * earningCents(priceCents) };
}

/**
 * Consecutive days with equal hours as ranges: mon–sat is [['mon', 'sat']], mon and wed [['mon', 'mon'], ['wed',
 * 'wed']].
 */
export function groupConsecutiveDays(schedule: Schedule): [Weekday, Weekday][] {
  const ranges: [Weekday, Weekday][] = [];
  weekdays.forEach((day, index) => {
    if (!schedule[day]) return;
    const last = ranges.at(-1);
    if (last && last[1] === weekdays[index - 1]) last[1] = day;
    else ranges.push([day, day]);
  });
  return ranges;
}
