import { runsInto } from './calendar.ts';
import { type Schedule, type Weekday, weekdays } from './weekdays.ts';

export type ScheduleProblem = 'empty' | 'equal_times' | 'overlap';

/**
 * What is wrong with a week, by day: no day at all, a window that starts as it ends, or one that runs past
 * midnight into the next day's window. Source: product.md, Time.
 */
export function scheduleProblems(schedule: Schedule): { day: Weekday | null; problem: ScheduleProblem }[] {
  const days = weekdays.filter((day) => schedule[day]);
  if (days.length === 0) return [{ day: null, problem: 'empty' }];
  return days.flatMap((day): { day: Weekday; problem: ScheduleProblem }[] => {
    const window = schedule[day]!;
    if (window.time_start === window.time_end) return [{ day, problem: 'equal_times' }];
    const next = schedule[weekdays[(weekdays.indexOf(day) + 1) % 7]!];
    return runsInto(window, next ?? null) ? [{ day, problem: 'overlap' }] : [];
  });
}
