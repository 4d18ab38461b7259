import { neighboursInTheWay, type PickupCalendar, weekdays } from '@wopack/domain';
import type { FieldErrors } from '../../platform/http/app-error.ts';

/** Errors by weekday of a schedule whose windows overlap date overrides of neighbouring days. */
export function roomErrors(calendar: PickupCalendar): FieldErrors {
  return Object.fromEntries(
    [...calendar.dates.keys()].toReversed().flatMap((date) =>
      neighboursInTheWay(date, calendar).map((overlappingDate) => {
        const weekday = weekdays[Temporal.PlainDate.from(overlappingDate).dayOfWeek - 1]!;
        return [`schedule.${weekday}`, { key: 'products.overlapsDateOverride', values: { date } }];
      }),
    ),
  );
}
