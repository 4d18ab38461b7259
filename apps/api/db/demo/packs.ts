import type { Concept } from './concepts.ts';
import { closings } from './pack-texts/closings.ts';
import { packTexts } from './pack-texts/index.ts';
import { type PackText, type PackType, packTypes, type Size } from './pack-texts/pack-text.ts';
import { PICTURES_PER_TYPE } from './pictures/picture-keys.ts';
import type { Random } from './random.ts';
import { pickSchedule, type Timetable } from './schedules.ts';

/** A pack that is to be put on sale. `type` and `text` say which text describes it, `closing` how that ends. */
export interface Pack {
  type: PackType;
  text: number;
  closing: number;
  picture: number;
  priceCents: number;
  oldPriceCents: number;
  quantity: number;
  /** Already sold of the slot on sale. */
  sold: number;
  schedule: number;
  ratingSum: number;
  ratingCount: number;
}

/** Prices with their usual value, as the price tiers have them. */
const tiers: Record<Size, [price: number, value: number][]> = {
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

interface Choice {
  type: PackType;
  text: number;
}

/** What a house of this kind may sell, in an order that mixes the types. */
function choicesOf(concept: Concept): Choice[] {
  const byType = packTypes.map((type) =>
    packTexts[type].flatMap(({ by }, text) => (by.includes(concept) ? [{ type, text }] : [])),
  );
  const spread = byType.flatMap((choices) =>
    choices.map((choice, i) => ({ choice, at: (i + 0.5) / choices.length })),
  );
  return spread.sort((a, b) => a.at - b.at).map(({ choice }) => choice);
}

export interface PackMaker {
  packsFor(concept: Concept, count: number): Pack[];
}

export function packMaker(random: Random, timetable: Timetable): PackMaker {
  const choices = new Map<Concept, { list: Choice[]; next: number }>();
  const rounds = new Map<PackText, number>();
  let last: PackText | undefined;
  let closing = 0;

  const next = (concept: Concept): Choice => {
    let known = choices.get(concept);
    if (!known) {
      const list = choicesOf(concept);
      known = { list, next: random.whole(0, list.length - 1) };
      choices.set(concept, known);
    }
    let choice: Choice;
    do choice = known.list[known.next++ % known.list.length]!;
    while (packTexts[choice.type][choice.text] === last);
    return choice;
  };

  return {
    packsFor: (concept, count) =>
      Array.from({ length: count }, () => {
        const { type, text } = next(concept);
        const texts = packTexts[type];
        const words = texts[text]!;
        last = words;
        closing = (closing + 1 + random.whole(0, 3)) % closings.length;
        const round = rounds.get(words) ?? 0;
        rounds.set(words, round + 1);
        const quantity = random.pick([1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7]);
        return {
          type,
          text,
          closing,
          picture: (text + round * texts.length) % lastRound(texts.length),
          ...price(words.size, random),
          quantity,
          sold: soldOf(quantity, random),
          schedule: pickSchedule(timetable, concept, type, random),
          ...rating(random),
        };
      }),
  };
}

/** Picture numbers repeat after whole turns through the texts, so that a picture always fits its words. */
const lastRound = (texts: number): number => Math.floor(PICTURES_PER_TYPE / texts) * texts;

function price(size: Size, random: Random): { priceCents: number; oldPriceCents: number } {
  const [priceCents, usual] = random.pick(tiers[size]);
  const value = Math.round((usual * random.pick([1, 1, 1, 0.95, 0.9, 0.85])) / 50) * 50;
  return { priceCents, oldPriceCents: Math.min(value, usual) };
}

/** Some six in a hundred are sold out, the others anywhere between full and the last one. */
function soldOf(quantity: number, random: Random): number {
  if (random.chance(0.06)) return quantity;
  return random.chance(0.3) ? 0 : random.whole(0, quantity - 1);
}

function rating(random: Random): { ratingSum: number; ratingCount: number } {
  if (random.chance(0.16)) return { ratingSum: 0, ratingCount: 0 };
  // Few, for each of them is an order of the past.
  const ratingCount = random.pick([1, 1, 1, 1, 2, 2, 3]);
  const mean = Math.min(5, 4.5 + random.swing() * 0.9);
  return { ratingSum: Math.round(ratingCount * mean), ratingCount };
}
