import { buildFeaturedSalePlaces } from './featured.ts';
import { type DemoSalePlace, generateSalePlaces } from './places/sale-places.ts';
import { createProductGenerator, type DemoProduct } from './products.ts';
import { createRandom } from './random.ts';
import type { Timetable } from './schedules.ts';

/** A sale place with its products, before insertion. */
export interface PlannedSalePlace {
  salePlace: DemoSalePlace;
  products: DemoProduct[];
  /** Belongs to the demo seller. */
  isOwnedByDemoSeller: boolean;
}

/**
 * All sale places of a demo: the featured ones, then generated ones, with the requested number of products
 * spread unevenly. A generator, so that a hundred thousand need little memory.
 */
export function* planSalePlaces(
  { salePlaces, products }: { salePlaces: number; products: number },
  timetable: Timetable,
): Generator<PlannedSalePlace> {
  const random = createRandom('packs');
  const productGenerator = createProductGenerator(random, timetable);
  const featuredSalePlaces = buildFeaturedSalePlaces(timetable).slice(0, salePlaces);
  yield* featuredSalePlaces;
  let remainingSalePlaces = salePlaces - featuredSalePlaces.length;
  let remainingProducts =
    products -
    featuredSalePlaces.reduce((sum, plannedSalePlace) => sum + plannedSalePlace.products.length, 0);
  for (const salePlace of generateSalePlaces(remainingSalePlaces, featuredSalePlaces.length)) {
    const mean = remainingProducts / remainingSalePlaces;
    const targetCount =
      remainingSalePlaces === 1 ? remainingProducts : Math.round(mean * (1 + random.triangular() * 0.8));
    const count = Math.max(0, Math.min(targetCount, remainingProducts));
    yield {
      salePlace,
      products: productGenerator.generateProducts(salePlace.concept, count),
      isOwnedByDemoSeller: false,
    };
    remainingSalePlaces--;
    remainingProducts -= count;
  }
}
