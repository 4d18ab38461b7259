import {
  type DayWindow,
  earningCents,
  MAX_UNITS_PER_DAY,
  type Schedule,
  type ScheduleError,
  validateSchedule,
  type Weekday,
  weekdays,
} from '@wopack/domain';

/** Daily quantities to select from. Source: docs/specification.md, Stock. */
export const QUANTITY_OPTIONS = ['1', '2', '3', '4', '5', '6', '7'] as const;
export const DEFAULT_QUANTITY = '3';

/** Whether a text is a number of packs that a day can have; beside the options it is typed. */
export const isQuantity = (text: string): boolean =>
  /^[1-9]\d*$/.test(text.trim()) && Number(text) <= MAX_UNITS_PER_DAY;

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

/** Whether it ends on the next day. */
export const isOvernightWindow = ({ time_start, time_end }: DayWindow): boolean =>
  time_end !== '' && time_end < time_start;

/** Length by the clock; across a clock change an hour more or less. */
export function getWindowMinutes({ time_start, time_end }: DayWindow): number {
  const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (toMinutes(time_end) - toMinutes(time_start) + 1440) % 1440;
}

/** Days whose window ends on the next day and that had another one before. */
export const listNewOvernightDays = (schedule: Schedule, previous: Schedule): Weekday[] =>
  weekdays.filter((day) => {
    const [pickupWindow, former] = [schedule[day], previous[day]];
    if (!pickupWindow || !isOvernightWindow(pickupWindow)) return false;
    return former?.time_start !== pickupWindow.time_start || former.time_end !== pickupWindow.time_end;
  });

/** Cents a week when everything is sold; weekdays may have quantities of their own. */
export function calculateWeeklyEarnings(schedule: Schedule, quantity: number, priceCents: number) {
  const days = Object.keys(schedule).length;
  const units = Object.values(schedule).reduce((sum, plan) => sum + (plan.quantity ?? quantity), 0);
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
