import { calendarOfSchedule, listUpcomingWindows, type SlotWindow } from '@wopack/domain';
import { buildSearchTerms, formatSearchVector, listSearchWords } from '../../src/modules/products/index.ts';
import type { Trx } from '../../src/platform/db/database.ts';
import { parseSearchWords } from '../../src/platform/search-words.ts';
import { buildFeaturedSalePlaces } from './featured.ts';
import { salePlaceTypesByConcept } from './places/sale-place-names.ts';
import { type DemoSalePlace, generateSalePlaces } from './places/sale-places.ts';
import { createProductGenerator, type DemoProduct, TIME_ZONE, type Timetable } from './products.ts';
import { insertProducts, insertSalePlaces, insertSlots } from './queries/sale-places.queries.ts';
import { createRandom } from './random.ts';
import type { InsertedProduct } from './sales/insert-demo-orders.ts';

/** A sale place with its products, before insertion. */
export interface PlannedSalePlace {
  salePlace: DemoSalePlace;
  products: DemoProduct[];
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

export interface InsertContext {
  now: Date;
  /** Whether sold units get orders; otherwise slots have fewer units. */
  withOrders: boolean;
  timetable: Timetable;
  /** Upcoming windows by schedule index; grows with the timetable. */
  windows: SlotWindow[][];
  /** Collects the search words of the products. */
  searchWords: Set<string>;
  salePlaceTypes: readonly { slug: string; name: object }[];
  pickSellerId(sellers: boolean): number;
}

/** Inserts a batch of sale places with their products and slots. */
export async function insertPlannedSalePlaces(
  trx: Trx,
  salePlaces: readonly PlannedSalePlace[],
  { now, withOrders, timetable, windows, searchWords, salePlaceTypes, pickSellerId }: InsertContext,
): Promise<InsertedProduct[]> {
  for (const schedule of timetable.schedules.slice(windows.length)) {
    windows.push(listUpcomingWindows(calendarOfSchedule(schedule), TIME_ZONE, now));
  }
  const termsBySalePlace = salePlaces.map(({ salePlace: { concept, name, address } }) =>
    buildSearchTerms({
      name: '',
      types: [],
      description: '',
      allergens: [],
      isFreeOfAllergens: false,
      diet: [],
      salePlaceName: name,
      address,
      salePlaceTypes: salePlaceTypes.filter(({ slug }) =>
        salePlaceTypesByConcept[concept].some((type) => type === slug),
      ),
    }),
  );
  for (const word of termsBySalePlace.flatMap(listSearchWords)) searchWords.add(word);
  const sellerIds = salePlaces.map(({ isOwnedByDemoSeller }) => pickSellerId(isOwnedByDemoSeller));
  const salePlaceIds = await insertSalePlaces(
    trx,
    salePlaces.map(({ salePlace, products }, i) => ({
      salePlace,
      words: [...new Set(parseSearchWords(`${salePlace.name} ${salePlace.address}`))].join(' '),
      sellerId: sellerIds[i]!,
      ratingSum: products.reduce((sum, { ratingSum }) => sum + ratingSum, 0),
      ratingCount: products.reduce((sum, { ratingCount }) => sum + ratingCount, 0),
    })),
  );
  const insertedSalePlaces = salePlaces.map(({ salePlace: { latitude, longitude } }, i) => ({
    id: salePlaceIds[i]!,
    latitude,
    longitude,
    terms: formatSearchVector(termsBySalePlace[i]!),
  }));
  const products = salePlaces.flatMap((planned, salePlaceIndex) =>
    planned.products.map((product) => ({
      product,
      salePlaceIndex,
      isOwnedByDemoSeller: planned.isOwnedByDemoSeller,
    })),
  );
  const schedulesJson = timetable.schedules.map((schedule) => JSON.stringify(schedule));
  const productIds = await insertProducts(trx, insertedSalePlaces, products, schedulesJson);
  const demoProducts = products.map(
    ({ product, salePlaceIndex, isOwnedByDemoSeller }, i): InsertedProduct => ({
      productId: productIds[i]!,
      salePlaceId: salePlaceIds[salePlaceIndex]!,
      scheduleIndex: product.scheduleIndex,
      quantity: withOrders ? product.quantity : product.quantity - product.soldQuantity,
      pastQuantity: product.pastQuantity,
      soldQuantity: withOrders ? product.soldQuantity : 0,
      isOwnedByDemoSeller,
      sellerId: sellerIds[salePlaceIndex]!,
      type: product.type,
      ratingCount: product.ratingCount,
      ratingSum: product.ratingSum,
    }),
  );
  await insertSlots(trx, demoProducts, windows);
  return demoProducts;
}
