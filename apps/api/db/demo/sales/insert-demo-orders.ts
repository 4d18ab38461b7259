import type { SlotWindow } from '@wopack/domain';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { DemoRole } from '../accounts.ts';
import { insertFavourites } from '../queries/favourites.queries.ts';
import { insertOrders } from '../queries/orders.queries.ts';
import { insertPastSlots, type ProductWithSlots } from '../queries/slots.queries.ts';
import type { Timetable } from '../schedules.ts';
import {
  type BuyerAccount,
  buildDemoSellerHistory,
  buildOtherSellersHistory,
  buildUserHistory,
  demoBuyerStates,
  type History,
} from './history.ts';
import { buildOpenOrders, createPinGenerator } from './open-orders.ts';
import { addRatings, type RatedProduct } from './ratings.ts';
import { buildReferredSellersHistory } from './referred-sellers-history.ts';

export interface InsertedProduct extends ProductWithSlots, RatedProduct {
  salePlaceId: number;
  /** Belongs to the demo seller. */
  isOwnedByDemoSeller: boolean;
  sellerId: number;
}

interface DemoContext {
  buyerIds: readonly number[];
  accounts: Record<DemoRole, number>;
  timetable: Timetable;
  windows: readonly (readonly SlotWindow[])[];
  now: Date;
  buyerAccounts: readonly BuyerAccount[];
  /** Days since a referred seller started; 0 for other sellers. */
  getReferredSellerAgeDays: (sellerId: number) => number;
  /** Age of a seller's account in days. */
  getSellerAgeDays: (sellerId: number) => number;
}

/**
 * Inserts open orders of all sold units, the demo seller's history, rated orders of other sellers, and the
 * demo accounts' orders.
 */
export async function insertDemoOrders(
  trx: Trx,
  products: readonly InsertedProduct[],
  {
    buyerIds,
    accounts,
    timetable,
    windows,
    now,
    buyerAccounts,
    getReferredSellerAgeDays,
    getSellerAgeDays,
  }: DemoContext,
): Promise<void> {
  const createPin = createPinGenerator();
  const openOrders = buildOpenOrders(
    products.flatMap((product) => {
      const slot = windows[product.scheduleIndex]![0];
      return slot && product.soldQuantity > 0
        ? [{ ...product, slot, isNeverCollected: product.isOwnedByDemoSeller }]
        : [];
    }),
    buyerIds,
    createPin,
    now,
  );
  const demoSellerProducts = products.filter((product) => product.isOwnedByDemoSeller);
  const otherProducts = products.filter((product) => !product.isOwnedByDemoSeller);
  // The demo buyer's open order: the first one of the demo seller's first sale place.
  const demoBuyerOrder = openOrders.find(({ productId }) => productId === demoSellerProducts[0]?.productId);
  if (demoBuyerOrder) demoBuyerOrder.userId = accounts.buyer;

  const withSchedule = (product: InsertedProduct) => ({
    ...product,
    schedule: timetable.schedules[product.scheduleIndex]!,
  });
  const otherProductsWithSchedule = otherProducts.map(withSchedule);
  const buyer = { userId: accounts.buyer, accountAgeDays: 120, isReferred: true };
  const accountHistories = [
    buildUserHistory(otherProductsWithSchedule, accounts.buyer, demoBuyerStates, createPin, now),
    buildUserHistory(
      otherProductsWithSchedule.slice(20),
      accounts.partner,
      Array(6).fill('collected'),
      createPin,
      now,
    ),
    buildUserHistory(
      otherProductsWithSchedule.slice(30),
      accounts.seller,
      Array(4).fill('collected'),
      createPin,
      now,
    ),
  ];
  const allHistories = [
    ...accountHistories,
    buildDemoSellerHistory(demoSellerProducts.map(withSchedule), [buyer, ...buyerAccounts], createPin, now),
  ];
  const listTakenDays = (histories: readonly History[]) =>
    new Set(histories.flatMap(({ slots }) => slots.map(({ productId, date }) => `${productId} ${date}`)));
  const referredProducts = otherProducts.flatMap((product) => {
    const ageDays = getReferredSellerAgeDays(product.sellerId);
    return ageDays > 0 ? [{ ...withSchedule(product), sellerAgeDays: ageDays }] : [];
  });
  allHistories.push(
    buildReferredSellersHistory(referredProducts, buyerAccounts, listTakenDays(allHistories), createPin, now),
  );
  const remainingProducts = otherProductsWithSchedule.filter(
    ({ sellerId }) => getReferredSellerAgeDays(sellerId) === 0,
  );
  allHistories.push(
    buildOtherSellersHistory(
      remainingProducts,
      buyerAccounts,
      getSellerAgeDays,
      createPin,
      listTakenDays(allHistories),
      now,
    ),
  );
  await insertPastSlots(
    trx,
    allHistories.flatMap(({ slots }) => slots),
  );
  const pastOrders = addRatings(
    allHistories.flatMap(({ orders }) => orders),
    products,
    Object.values(accounts),
    now,
  );
  await insertOrders(trx, [...pastOrders, ...openOrders]);
  const favouriteProducts = [
    ...demoSellerProducts.slice(0, 1),
    ...otherProducts.slice(2, 3),
    ...otherProducts.slice(3, 40).filter((_, i) => i % 9 === 0),
  ];
  await insertFavourites(
    trx,
    accounts.buyer,
    favouriteProducts.map(({ productId }) => productId),
    now,
  );
}
