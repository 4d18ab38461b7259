import { type Schedule, type Weekday, weekdays } from '@wopack/domain';
import { PICTURES_PER_TYPE } from './pictures/paint-pictures.ts';
import type { Concept } from './places/sale-place-names.ts';
import {
  closings,
  type ProductSize,
  type ProductText,
  type ProductType,
  productTexts,
  productTypes,
} from './product-texts/index.ts';
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

function pickSchedule(timetable: Timetable, concept: Concept, type: ProductType, random: Random): number {
  const window = random.pick(windowsByConcept[concept] ?? windowsByProductType[type]);
  return timetable.add(
    window,
    conceptsWithoutClosedDays.has(concept) ? [] : random.pick(closedWeekdayOptions),
  );
}

/** A product to insert. `type` and `textIndex` select its text, `closingIndex` the end of its description. */
export interface DemoProduct {
  type: ProductType;
  textIndex: number;
  closingIndex: number;
  pictureNumber: number;
  priceCents: number;
  oldPriceCents: number;
  quantity: number;
  /** Of days that are over. */
  pastQuantity: number;
  /** Sold units of the slot on sale. */
  soldQuantity: number;
  scheduleIndex: number;
  ratingSum: number;
  ratingCount: number;
}

/** Prices with their usual values, as in the price tiers. */
const priceTiersBySize: Record<ProductSize, [price: number, value: number][]> = {
  s: [
    [199, 600],
    [299, 900],
    [299, 900],
    [399, 1200],
  ],
  m: [
    [399, 1200],
    [399, 1200],
    [499, 1500],
    [599, 1800],
  ],
  l: [
    [599, 1800],
    [799, 2400],
    [999, 3000],
  ],
};

interface TextChoice {
  type: ProductType;
  textIndex: number;
}

/** Texts that fit a kind of business, in an order that mixes the types. */
function listTextChoices(concept: Concept): TextChoice[] {
  const byType = productTypes.map((type) =>
    productTexts[type].flatMap(({ concepts }, textIndex) =>
      concepts.includes(concept) ? [{ type, textIndex }] : [],
    ),
  );
  const positionedChoices = byType.flatMap((choices) =>
    choices.map((choice, i) => ({ choice, position: (i + 0.5) / choices.length })),
  );
  return positionedChoices.sort((a, b) => a.position - b.position).map(({ choice }) => choice);
}

export interface ProductGenerator {
  generateProducts(concept: Concept, count: number): DemoProduct[];
}

export function createProductGenerator(random: Random, timetable: Timetable): ProductGenerator {
  const choicesByConcept = new Map<Concept, { list: TextChoice[]; next: number }>();
  const usesByText = new Map<ProductText, number>();
  let lastText: ProductText | undefined;
  let closingIndex = 0;

  const takeNextChoice = (concept: Concept): TextChoice => {
    let choiceQueue = choicesByConcept.get(concept);
    if (!choiceQueue) {
      const list = listTextChoices(concept);
      choiceQueue = { list, next: random.integer(0, list.length - 1) };
      choicesByConcept.set(concept, choiceQueue);
    }
    let choice: TextChoice;
    do choice = choiceQueue.list[choiceQueue.next++ % choiceQueue.list.length]!;
    while (productTexts[choice.type][choice.textIndex] === lastText);
    return choice;
  };

  return {
    generateProducts: (concept, count) =>
      Array.from({ length: count }, () => {
        const { type, textIndex } = takeNextChoice(concept);
        const texts = productTexts[type];
        const productText = texts[textIndex]!;
        lastText = productText;
        closingIndex = (closingIndex + 1 + random.integer(0, 3)) % closings.length;
        const useCount = usesByText.get(productText) ?? 0;
        usesByText.set(productText, useCount + 1);
        const quantity = random.pick([1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7]);
        return {
          type,
          textIndex,
          closingIndex,
          pictureNumber: (textIndex + useCount * texts.length) % getPictureCycle(texts.length),
          ...pickPrices(productText.size, random),
          quantity,
          pastQuantity: quantity,
          soldQuantity: pickSoldQuantity(quantity, random),
          scheduleIndex: pickSchedule(timetable, concept, type, random),
          ...pickRating(random),
        };
      }),
  };
}

/** A multiple of the number of texts, so that picture numbers always match their text. */
const getPictureCycle = (texts: number): number => Math.floor(PICTURES_PER_TYPE / texts) * texts;

function pickPrices(size: ProductSize, random: Random): { priceCents: number; oldPriceCents: number } {
  const [priceCents, declaredValue] = random.pick(priceTiersBySize[size]);
  const value = Math.round((declaredValue * random.pick([1, 1, 1, 0.95, 0.9, 0.85])) / 50) * 50;
  return { priceCents, oldPriceCents: Math.min(value, declaredValue) };
}

/** About five percent are sold out, of most nothing is sold yet: about as many units as on the days before. */
function pickSoldQuantity(quantity: number, random: Random): number {
  if (random.chance(0.05)) return quantity;
  return random.chance(0.02) ? random.integer(1, Math.max(1, Math.min(2, quantity - 1))) : 0;
}

function pickRating(random: Random): { ratingSum: number; ratingCount: number } {
  if (random.chance(0.16)) return { ratingSum: 0, ratingCount: 0 };
  // Few, because each needs a past order.
  const ratingCount = random.pick([1, 1, 1, 1, 2, 2, 3]);
  const mean = Math.min(5, 4.5 + random.triangular() * 0.9);
  return { ratingSum: Math.round(ratingCount * mean), ratingCount };
}
