import { type Schedule, type Weekday, weekdays } from '@wopack/domain';
import type { Concept } from './concepts.ts';
import type { ProductType } from './product-texts/index.ts';
import type { Random } from './random.ts';

export const TIME_ZONE = 'Europe/Lisbon';

type Window = `${number}:${number}-${number}:${number}`;

/** Pickup windows by product type. Taken together, some are open at any hour. */
const windowsByProductType: Record<ProductType, Window[]> = {
  bakery: [
    '17:30-19:00',
    '18:00-19:30',
    '18:30-20:00',
    '19:00-20:00',
    '17:00-18:30',
    '12:30-14:00',
    '07:00-08:30',
  ],
  meals: ['15:00-16:30', '14:30-16:00', '21:30-22:30', '22:00-23:00', '20:00-21:30', '13:30-15:00'],
  groceries: ['18:00-20:30', '19:00-21:00', '10:00-13:00', '08:00-10:00', '20:00-21:30', '16:00-19:00'],
  sweets: ['18:30-19:30', '17:00-19:00', '19:00-20:30', '16:00-18:00', '13:00-15:00'],
  sushi: ['21:30-22:15', '15:00-16:00', '22:30-23:30', '14:45-15:45', '19:00-20:30'],
  vegetarian: ['15:30-17:00', '20:30-21:30', '18:00-19:30', '12:00-13:30', '14:30-16:30'],
  breakfast: ['11:00-12:00', '10:30-11:30', '09:30-10:30', '11:30-12:30', '08:30-10:00'],
};

/** Kinds of business with windows of their own. */
const windowsByConcept: Partial<Record<Concept, Window[]>> = {
  bomba: ['22:00-02:00', '05:00-08:00', '23:30-00:30', '01:00-05:30', '13:00-15:00', '00:00-06:00'],
  supermercado: ['20:30-22:00', '08:00-09:30', '19:30-21:30', '09:00-11:00'],
  mundo: ['23:00-00:30', '15:00-17:00', '21:00-22:30', '18:30-20:00'],
};

const closedWeekdayOptions: Weekday[][] = [
  [],
  [],
  [],
  [],
  [],
  ['sun'],
  ['sun'],
  ['mon'],
  ['mon'],
  ['sun', 'mon'],
];
const conceptsWithoutClosedDays: ReadonlySet<Concept> = new Set(['bomba', 'hotel', 'supermercado']);

/** Schedules are few and shared: products refer to them by index, so that their windows are computed once. */
export interface Timetable {
  schedules: Schedule[];
  /** Index of the schedule with this window on every day except `closedWeekdays`. */
  add(window: string, closedWeekdays: readonly Weekday[]): number;
}

export function createTimetable(): Timetable {
  const indexByKey = new Map<string, number>();
  const schedules: Schedule[] = [];
  return {
    schedules,
    add(window, closedWeekdays) {
      const key = `${window} ${closedWeekdays.join()}`;
      const existingIndex = indexByKey.get(key);
      if (existingIndex !== undefined) return existingIndex;
      const [time_start, time_end] = window.split('-') as [string, string];
      const openWeekdays = weekdays.filter((day) => !closedWeekdays.includes(day));
      schedules.push(Object.fromEntries(openWeekdays.map((day) => [day, { time_start, time_end }])));
      indexByKey.set(key, schedules.length - 1);
      return schedules.length - 1;
    },
  };
}

export function pickSchedule(
  timetable: Timetable,
  concept: Concept,
  type: ProductType,
  random: Random,
): number {
  const window = random.pick(windowsByConcept[concept] ?? windowsByProductType[type]);
  return timetable.add(
    window,
    conceptsWithoutClosedDays.has(concept) ? [] : random.pick(closedWeekdayOptions),
  );
}
