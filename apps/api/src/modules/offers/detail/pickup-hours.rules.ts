import { type DayWindow, type Schedule, type Weekday, weekdays } from '@wopack/domain';

/** Windows of several schedules by weekday; those that overlap or touch become one. */
export const mergePickupHours = (schedules: readonly Schedule[]): (DayWindow & { weekday: Weekday })[] =>
  weekdays.flatMap((weekday) => {
    const windows = schedules
      .flatMap((schedule) => schedule[weekday] ?? [])
      .map(toMinutes)
      .toSorted((a, b) => a.start - b.start || a.end - b.end);
    const merged: { start: number; end: number }[] = [];
    for (const window of windows) {
      const previous = merged.at(-1);
      if (previous && window.start <= previous.end) previous.end = Math.max(previous.end, window.end);
      else merged.push({ ...window });
    }
    return merged.map(({ start, end }) => ({
      weekday,
      time_start: formatWallTime(start),
      time_end: formatWallTime(end),
    }));
  });

const MINUTES_PER_DAY = 24 * 60;

/** Minutes of the day; an end before the start is on the next day. */
function toMinutes({ time_start, time_end }: DayWindow) {
  const [start, end] = [parseWallTime(time_start), parseWallTime(time_end)];
  return { start, end: end > start ? end : end + MINUTES_PER_DAY };
}

function parseWallTime(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return hours! * 60 + minutes!;
}

const formatWallTime = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
