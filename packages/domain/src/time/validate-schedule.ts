import { isOverlapping } from './pickup-calendar.ts';
import { type Schedule, type Weekday, weekdays } from './weekdays.ts';

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
