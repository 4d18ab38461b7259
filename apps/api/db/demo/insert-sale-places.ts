import { calendarOfSchedule, listUpcomingWindows, type SlotWindow } from '@wopack/domain';
import { buildSearchTerms, formatSearchVector, listSearchWords } from '../../src/modules/products/index.ts';
import type { Trx } from '../../src/platform/db/database.ts';
import { parseSearchWords } from '../../src/platform/search-words.ts';
import { salePlaceTypesByConcept } from './concepts.ts';
import type { PlannedSalePlace } from './plan.ts';
import { insertProducts, insertSalePlaces, insertSlots } from './queries/sale-places.queries.ts';
import type { InsertedProduct } from './sales/insert-demo-orders.ts';
import { TIME_ZONE, type Timetable } from './schedules.ts';

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
      ...{ name: '', types: [], description: '', salePlaceName: name, address },
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
    ...{ id: salePlaceIds[i]!, latitude, longitude },
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
