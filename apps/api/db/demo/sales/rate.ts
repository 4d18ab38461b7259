import type { PackType } from '../pack-texts/pack-text.ts';
import type { Sale } from '../queries/sales.queries.ts';
import { type Random, randomFrom } from '../random.ts';
import { reviewTexts } from './review-texts.ts';

const HOUR = 3_600_000;
const DAYS_TO_RATE = 14;

/** A pack with the ratings it is to have. */
export interface RatedPack {
  productId: number;
  type: PackType;
  ratingCount: number;
  ratingSum: number;
}

/**
 * Gives packs their ratings, each from an order that was collected, so that mean and number are what the rows say.
 * `people` (the demo accounts) rate first, and leave what they collected lately for whoever tries the demo.
 */
export function rate(
  sales: readonly Sale[],
  packs: readonly RatedPack[],
  people: readonly number[],
  now: Date,
): Sale[] {
  const random = randomFrom('ratings');
  const rated = new Map<Sale, Sale['rating']>();
  const byPack = Map.groupBy(
    sales.filter((sale) => sale.state === 'collected' && age(sale, now) > 3 * HOUR),
    ({ productId }) => productId,
  );
  for (const { productId, type, ratingCount, ratingSum } of packs) {
    const ofPeople = (sale: Sale) => people.includes(sale.userId);
    const willing = (byPack.get(productId) ?? [])
      .filter((sale) => !ofPeople(sale) || age(sale, now) > DAYS_TO_RATE * 24 * HOUR)
      .map((sale) => ({ sale, order: ofPeople(sale) ? -1 : random.next() }))
      .sort((a, b) => a.order - b.order);
    const stars = starsFor(Math.min(ratingCount, willing.length), ratingSum / ratingCount, random);
    for (const [i, given] of stars.entries()) {
      const { sale } = willing[i]!;
      const silent = given >= 4 && random.chance(0.35);
      const at = sale.collectedAt!.getTime() + Math.round((1 + random.next() * 60) * HOUR);
      rated.set(sale, {
        stars: given,
        text: silent ? '' : random.pick(reviewTexts(type, given)),
        at: new Date(Math.min(at, now.getTime() - 60_000)),
      });
    }
  }
  return sales.map((sale) => ({ ...sale, rating: rated.get(sale) ?? null }));
}

const age = ({ collectedAt }: Sale, now: Date): number =>
  collectedAt ? now.getTime() - collectedAt.getTime() : 0;

/** Stars whose sum is the mean times their number: fives, and as many fewer as that leaves, one here and three there. */
export function starsFor(count: number, mean: number, random: Random): number[] {
  const stars = Array.from({ length: count }, () => 5);
  for (let missing = 5 * count - Math.round(count * mean); missing > 0; ) {
    const at = random.whole(0, count - 1);
    const less = Math.min(missing, random.chance(0.12) ? random.whole(2, 3) : 1, stars[at]! - 1);
    stars[at]! -= less;
    missing -= less;
  }
  return stars;
}
