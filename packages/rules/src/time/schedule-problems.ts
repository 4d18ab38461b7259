import { type Schedule, type Weekday, weekdays } from './weekdays.ts';

export type ScheduleProblem = 'empty' | 'equal_times' | 'overlap';

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

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
    if (window.time_end > window.time_start) return [];
    const next = schedule[weekdays[(weekdays.indexOf(day) + 1) % 7]!];
    return next && minutes(next.time_start) < minutes(window.time_end) ? [{ day, problem: 'overlap' }] : [];
  });
}
