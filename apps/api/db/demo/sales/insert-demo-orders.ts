import { MINUTE_MS, type SlotWindow } from '@wopack/domain';
import { type ProtectedPin, protectPin } from '../../../src/modules/orders/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { Secrets } from '../../../src/platform/secrets.ts';
import type { DemoRole } from '../accounts.ts';
import type { Timetable } from '../products.ts';
import { type DemoOrder, insertOrders, insertPastSlots } from '../queries/orders.queries.ts';
import type { ProductWithSlots } from '../queries/sale-places.queries.ts';
import { insertFavourites } from '../queries/users.queries.ts';
import { createRandom } from '../random.ts';
import {
  type BuyerAccount,
  buildDemoSellerHistory,
  buildEverydayHistory,
  buildOtherSellersHistory,
  buildReferredSellersHistory,
  buildUserHistory,
  demoBuyerStates,
  type History,
} from './history.ts';
import { addRatings, type RatedProduct } from './ratings.ts';

/** A product with sold units, and their slot. */
export interface SoldProduct {
  productId: number;
  salePlaceId: number;
  slot: SlotWindow;
  soldQuantity: number;
  /** No order is collected yet, even during the window. */
  isNeverCollected: boolean;
}

/** Four digits, unique per sale place. */
export function createPinGenerator(secrets: Secrets): (salePlaceId: number) => ProtectedPin {
  const usedCounts = new Map<number, number>();
  return (salePlaceId) => {
    const useCount = usedCounts.get(salePlaceId) ?? 0;
    usedCounts.set(salePlaceId, useCount + 1);
    // 3571 and 10 000 are coprime, so a PIN repeats after ten thousand orders.
    const pin = String((salePlaceId * 7919 + 1234 + useCount * 3571) % 10_000).padStart(4, '0');
    return protectPin(secrets, salePlaceId, pin);
  };
}

/** An order for every sold unit of the slots on sale. During the window some are collected already. */
export function buildOpenOrders(
  products: readonly SoldProduct[],
  buyerIds: readonly number[],
  createPin: (salePlaceId: number) => ProtectedPin,
  now: Date,
): DemoOrder[] {
  const random = createRandom('open sales');
  return products.flatMap(({ productId, salePlaceId, slot, soldQuantity, isNeverCollected }) =>
    Array.from({ length: soldQuantity }, (): DemoOrder => {
      const elapsedMs = now.getTime() - slot.starts_at.getTime();
      const isCollected = !isNeverCollected && elapsedMs > 5 * MINUTE_MS && random.chance(0.35);
      const latestPurchaseMs = isCollected ? slot.starts_at.getTime() : now.getTime();
      return {
        userId: random.pick(buyerIds),
        productId,
        date: slot.date,
        state: isCollected ? 'collected' : 'paid',
        pin: createPin(salePlaceId),
        cardLast4: '4242',
        boughtAt: new Date(latestPurchaseMs - random.integer(5, 14 * 60) * MINUTE_MS),
        collectedAt: isCollected ? new Date(now.getTime() - Math.floor(random.next() * elapsedMs)) : null,
      };
    }),
  );
}

export interface InsertedProduct extends ProductWithSlots, RatedProduct {
  salePlaceId: number;
  pastQuantity: number;
  isOwnedByDemoSeller: boolean;
  sellerId: number;
}

interface DemoContext {
  buyerIds: readonly number[];
  accounts: Record<DemoRole, number>;
  timetable: Timetable;
  windows: readonly (readonly SlotWindow[])[];
  now: Date;
  secrets: Secrets;
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
    secrets,
    buyerAccounts,
    getReferredSellerAgeDays,
    getSellerAgeDays,
  }: DemoContext,
): Promise<void> {
  const createPin = createPinGenerator(secrets);
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
    quantity: product.pastQuantity,
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
  for (const buildHistory of [buildOtherSellersHistory, buildEverydayHistory])
    allHistories.push(
      buildHistory({
        products: remainingProducts,
        buyerAccounts,
        getSellerAgeDays,
        createPin,
        takenDays: listTakenDays(allHistories),
        now,
      }),
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
