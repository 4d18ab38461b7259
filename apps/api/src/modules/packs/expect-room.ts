import { type Calendar, neighbourInTheWay, weekdays } from '@wopack/rules';
import { invalid } from '../../platform/http/error.ts';

/** A new week must leave room for the hours that were said for single dates: it is refused beside the weekday in the way. */
export function expectRoom(calendar: Calendar): void {
  for (const date of calendar.dates.keys()) {
    const neighbour = neighbourInTheWay(date, calendar);
    if (neighbour === null) continue;
    const weekday = weekdays[Temporal.PlainDate.from(neighbour).dayOfWeek - 1]!;
    throw invalid(`schedule.${weekday}`, 'packs.overlapDate', { date });
  }
}
