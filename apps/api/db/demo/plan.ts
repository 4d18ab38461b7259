import { buildFeaturedSalePlaces } from './featured.ts';
import { type DemoSalePlace, generateSalePlaces } from './places/sale-places.ts';
import { createProductGenerator, type DemoProduct } from './products.ts';
import { createRandom } from './random.ts';
import type { Timetable } from './schedules.ts';

/** A venue with its packs, before they are in the database. */
export interface PlannedSalePlace {
  salePlace: DemoSalePlace;
  products: DemoProduct[];
  /** Belongs to the demo's seller. */
  isOwnedByDemoSeller: boolean;
}

/**
 * All venues of a demo: first the ones told by hand, then invented ones; packs spread unevenly over them, as many as
 * asked for. Made one by one, so that a hundred thousand need no memory.
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
