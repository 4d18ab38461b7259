import { DAY_MS, HOUR_MS } from '@wopack/domain';
import type { ProductType } from '../product-texts/index.ts';
import type { DemoOrder } from '../queries/orders.queries.ts';
import { createRandom, type Random } from '../random.ts';
import { listReviewTexts } from './review-texts.ts';

const RATING_PERIOD_DAYS = 14;

/** A product with its target ratings. */
export interface RatedProduct {
  productId: number;
  type: ProductType;
  ratingCount: number;
  ratingSum: number;
}

/**
 * Rates products, each rating from a collected order, so that mean and number match the rows. The demo
 * accounts rate first, and leave their latest collected orders unrated for whoever tries the demo.
 */
export function addRatings(
  orders: readonly DemoOrder[],
  products: readonly RatedProduct[],
  demoAccountIds: readonly number[],
  now: Date,
): DemoOrder[] {
  const random = createRandom('ratings');
  const ratingByOrder = new Map<DemoOrder, DemoOrder['rating']>();
  const ordersByProduct = Map.groupBy(
    orders.filter((order) => order.state === 'collected' && getAgeMs(order, now) > 3 * HOUR_MS),
    ({ productId }) => productId,
  );
  for (const { productId, type, ratingCount, ratingSum } of products) {
    const isByDemoAccount = (order: DemoOrder) => demoAccountIds.includes(order.userId);
    const ratableOrders = (ordersByProduct.get(productId) ?? [])
      .filter((order) => !isByDemoAccount(order) || getAgeMs(order, now) > RATING_PERIOD_DAYS * DAY_MS)
      .map((order) => ({ sale: order, sortKey: isByDemoAccount(order) ? -1 : random.next() }))
      .sort((a, b) => a.sortKey - b.sortKey);
    const stars = distributeStars(
      Math.min(ratingCount, ratableOrders.length),
      ratingSum / ratingCount,
      random,
    );
    for (const [i, starCount] of stars.entries()) {
      const { sale: order } = ratableOrders[i]!;
      const hasNoText = starCount >= 4 && random.chance(0.35);
      const ratedAt = order.collectedAt!.getTime() + Math.round((1 + random.next() * 60) * HOUR_MS);
      ratingByOrder.set(order, {
        stars: starCount,
        ...(hasNoText ? { text: '', language: null } : pickText(random, type, starCount)),
        at: new Date(Math.min(ratedAt, now.getTime() - 60_000)),
      });
    }
  }
  return orders.map((order) => ({ ...order, rating: ratingByOrder.get(order) ?? null }));
}

function pickText(random: Random, type: ProductType, stars: number) {
  const review = random.pick(listReviewTexts(type, stars));
  return { text: review[review.language], language: review.language };
}

const getAgeMs = ({ collectedAt }: DemoOrder, now: Date): number =>
  collectedAt ? now.getTime() - collectedAt.getTime() : 0;

/** Stars with the given mean: fives, reduced by one or by up to three at random. */
export function distributeStars(count: number, mean: number, random: Random): number[] {
  const stars = Array.from({ length: count }, () => 5);
  for (let missing = 5 * count - Math.round(count * mean); missing > 0; ) {
    const index = random.integer(0, count - 1);
    const deduction = Math.min(missing, random.chance(0.12) ? random.integer(2, 3) : 1, stars[index]! - 1);
    stars[index]! -= deduction;
    missing -= deduction;
  }
  return stars;
}
