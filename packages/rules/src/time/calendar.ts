import { type DayWindow, type Schedule, weekdays } from './weekdays.ts';

/** Dates YYYY-MM-DD, both included. */
export interface DateRange {
  date_from: string;
  date_to: string;
}

/** When a pack is handed out: its week, its venue's holidays, and what was said about single dates. */
export interface Calendar {
  schedule: Schedule;
  /** By date YYYY-MM-DD: these hours, or closed. */
  dates: ReadonlyMap<string, DayWindow | 'closed'>;
  holidays: readonly DateRange[];
}

export interface DayHours {
  /** Null: closed. */
  window: DayWindow | null;
  /** What decides: what was said about the date, else a holiday, else the week. */
  by: 'date' | 'holiday' | 'week';
}

/** The week alone, as a calendar. */
export const everyWeek = (schedule: Schedule): Calendar => ({ schedule, dates: new Map(), holidays: [] });

/** The hours of a pack on a date. A date named by itself is open on a holiday too. */
export function hoursOn(date: string, { schedule, dates, holidays }: Calendar): DayHours {
  const said = dates.get(date);
  if (said) return { window: said === 'closed' ? null : said, by: 'date' };
  if (holidays.some((range) => range.date_from <= date && date <= range.date_to)) {
    return { window: null, by: 'holiday' };
  }
  const weekday = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!;
  return { window: schedule[weekday] ?? null, by: 'week' };
}

/** The dates before and after whose hours a date's run into. */
export function neighboursInTheWay(date: string, calendar: Calendar): string[] {
  const day = Temporal.PlainDate.from(date);
  const [before, after] = [day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString()];
  const hours = hoursOn(date, calendar).window;
  return [
    ...(runsInto(hoursOn(before, calendar).window, hours) ? [before] : []),
    ...(runsInto(hours, hoursOn(after, calendar).window) ? [after] : []),
  ];
}

/** Whether a window goes on past midnight when the next day's has begun. Times compare as text. */
export const runsInto = (window: DayWindow | null, next: DayWindow | null): boolean =>
  window !== null &&
  next !== null &&
  window.time_end < window.time_start &&
  next.time_start < window.time_end;
