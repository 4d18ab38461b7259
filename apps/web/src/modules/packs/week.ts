import {
  earningCents,
  type Schedule,
  type ScheduleError,
  validateSchedule,
  type Weekday,
  weekdays,
} from '@wopack/rules';

/** Packs a day one may choose. Source: specification, section 5. */
export const quantities = ['1', '2', '3', '4', '5', '6', '7'] as const;
export const DEFAULT_QUANTITY = '3';

export type WeekProblem = ScheduleError | 'missing';

/** What is wrong with a week by day, half-filled days too; `week` for the whole. */
export function weekProblems(schedule: Schedule): Partial<Record<Weekday | 'week', WeekProblem>> {
  const whole: Schedule = {};
  const problems: Partial<Record<Weekday | 'week', WeekProblem>> = {};
  for (const day of weekdays) {
    const window = schedule[day];
    if (!window) continue;
    if (window.time_start && window.time_end) whole[day] = window;
    else problems[day] = 'missing';
  }
  for (const { day, error: problem } of validateSchedule(whole)) {
    if (day) problems[day] = problem;
    else if (Object.keys(problems).length === 0) problems.week = problem;
  }
  return problems;
}

/** A week in which everything is sold. Whole cents throughout. */
export function weekSum(schedule: Schedule, quantity: number, priceCents: number) {
  const days = Object.keys(schedule).length;
  const packs = days * quantity;
  return { days, packs, receivedCents: packs * earningCents(priceCents) };
}

/** Neighbouring days drawn together: mon–sat is [['mon', 'sat']], mon and wed [['mon', 'mon'], ['wed', 'wed']]. */
export function dayRanges(schedule: Schedule): [Weekday, Weekday][] {
  const ranges: [Weekday, Weekday][] = [];
  weekdays.forEach((day, index) => {
    if (!schedule[day]) return;
    const last = ranges.at(-1);
    if (last && last[1] === weekdays[index - 1]) last[1] = day;
    else ranges.push([day, day]);
  });
  return ranges;
}
