import type { OrderState } from '@wopack/contract';
import { localDate, MINUTE_MS, type Schedule, slotWindowOn, weekdays } from '@wopack/domain';
import type { ProtectedPin } from '../../../src/modules/orders/index.ts';
import { TIME_ZONE } from '../products.ts';
import type { DemoOrder, PastSlot } from '../queries/orders.queries.ts';
import { createRandom, type Random } from '../random.ts';

const SOLD_STATES: readonly OrderState[] = ['paid', 'collected', 'not_collected', 'refunded'];

/** A product with past orders. */
export interface ProductWithHistory {
  productId: number;
  salePlaceId: number;
  quantity: number;
  schedule: Schedule;
}

export interface BuyerAccount {
  userId: number;
  accountAgeDays: number;
  /** Referred by the demo partner. */
  isReferred: boolean;
}

export interface History {
  slots: PastSlot[];
  orders: DemoOrder[];
}

export interface PlannedDay {
  product: ProductWithHistory;
  date: Temporal.PlainDate;
  buyers: { userId: number; state: OrderState }[];
}

/** Products without ratings are new: on sale for less than two weeks. */
export const HISTORY_DAYS = 105;
const NEW_PRODUCT_DAYS = 12;

/** What is left over differs from day to day, and is most on Mondays and least before the weekend. */
const OFFERED_ON_WEEKDAYS = [1.2, 1.05, 1, 1, 0.85, 0.85, 1.05];

/**
 * Fifteen weeks of orders of the demo seller, growing and with a peak before the weekend, some by the demo
 * buyer. Each day has its own number of packs.
 */
export function buildDemoSellerHistory(
  products: readonly (ProductWithHistory & { ratingCount: number })[],
  buyerAccounts: readonly BuyerAccount[],
  createPin: (salePlaceId: number) => ProtectedPin,
  now: Date,
): History {
  const random = createRandom('seller');
  const offered = createRandom('offered');
  const today = localDate(now, TIME_ZONE);
  const plannedDays = products.flatMap((product) =>
    Array.from(
      { length: product.ratingCount > 0 ? HISTORY_DAYS : NEW_PRODUCT_DAYS },
      (_, daysAgo): PlannedDay => {
        const date = today.subtract({ days: daysAgo });
        const soldShare =
          0.8 - (0.35 * daysAgo) / HISTORY_DAYS + (date.dayOfWeek >= 5 ? 0.1 : 0) + random.triangular() * 0.3;
        const weekdayFactor = OFFERED_ON_WEEKDAYS[date.dayOfWeek - 1]!;
        const quantity = Math.max(
          1,
          Math.round(product.quantity * (weekdayFactor + offered.triangular() * 0.3)),
        );
        const soldQuantity = Math.max(0, Math.min(quantity, Math.round(product.quantity * soldShare)));
        const buyers = Array.from({ length: soldQuantity }, () => ({
          userId: random.pick(listBuyerIdsOn(buyerAccounts, daysAgo)),
          state: random.pick(FINAL_STATES),
        }));
        return { product: { ...product, quantity }, date, buyers };
      },
    ),
  );
  return buildHistory(plannedDays, random, createPin, now);
}

/** Excludes buyers whose account did not exist yet. */
const listBuyerIdsOn = (buyerAccounts: readonly BuyerAccount[], daysAgo: number) => {
  const eligibleAccounts = buyerAccounts.filter(({ accountAgeDays }) => accountAgeDays > daysAgo + 1);
  return eligibleAccounts.map(({ userId }) => userId);
};

/** Final states of one hundred orders. */
const FINAL_STATES: readonly OrderState[] = [
  ...Array.from({ length: 93 }, () => 'collected' as const),
  ...Array.from({ length: 4 }, () => 'not_collected' as const),
  ...Array.from({ length: 3 }, () => 'cancelled_by_buyer' as const),
];

interface OtherSellers {
  products: readonly (ProductWithHistory & { ratingCount: number; sellerId: number })[];
  buyerAccounts: readonly BuyerAccount[];
  getSellerAgeDays: (sellerId: number) => number;
  createPin: (salePlaceId: number) => ProtectedPin;
  /** Days of products that have orders already, as '<product> <date>'. */
  takenDays: ReadonlySet<string>;
  now: Date;
}

/**
 * One order for every rating of other sellers' products, over the same weeks, but not on `takenDays`.
 */
export function buildOtherSellersHistory({
  products,
  buyerAccounts,
  getSellerAgeDays,
  createPin,
  takenDays,
  now,
}: OtherSellers): History {
  const random = createRandom('others');
  const today = localDate(now, TIME_ZONE);
  const days = Array.from({ length: HISTORY_DAYS - 3 }, (_, daysBack) =>
    today.subtract({ days: daysBack + 2 }),
  );
  const plannedDays = products.flatMap((product): PlannedDay[] => {
    const openDates = days
      .slice(0, getSellerAgeDays(product.sellerId) - 4)
      .filter(
        (date) =>
          findWindow(product.schedule, date) && !takenDays.has(`${product.productId} ${date.toString()}`),
      );
    const ordersPerDay = Math.ceil(product.ratingCount / Math.max(1, openDates.length));
    const usedDays = Math.ceil(product.ratingCount / ordersPerDay);
    const startOffset = random.next() * (openDates.length / Math.max(1, usedDays));
    return Array.from({ length: usedDays }, (_, i) => {
      const date = openDates[Math.floor(startOffset + (i * openDates.length) / usedDays) % openDates.length]!;
      const buyerIds = listBuyerIdsOn(buyerAccounts, date.until(today).total('days'));
      const count = Math.min(ordersPerDay, product.quantity, product.ratingCount - i * ordersPerDay);
      const buyers = Array.from({ length: count }, () => ({
        userId: random.pick(buyerIds),
        state: 'collected' as const,
      }));
      return { product, date, buyers };
    });
  });
  return buildHistory(plannedDays, random, createPin, now);
}

/** Of other sellers, without those that were rated. */
const EVERYDAY_ORDERS_TODAY = 110;
const EVERYDAY_DAYS = 60;
/** These orders are of some sellers: each seller with orders gets a statement by mail at the first start. */
const BUSY_SELLER_INTERVAL = 4;

/** Two months of orders at other sellers, growing and with a peak before the weekend, but not on `takenDays`. */
export function buildEverydayHistory({
  products,
  buyerAccounts,
  getSellerAgeDays,
  createPin,
  takenDays,
  now,
}: OtherSellers): History {
  const random = createRandom('everyday');
  const today = localDate(now, TIME_ZONE);
  const establishedProducts = products.filter(
    ({ ratingCount, sellerId }) => ratingCount > 0 && sellerId % BUSY_SELLER_INTERVAL === 0,
  );
  const plannedDays = Array.from({ length: EVERYDAY_DAYS }, (_, daysAgo) => {
    const date = today.subtract({ days: daysAgo });
    const buyerIds = listBuyerIdsOn(buyerAccounts, daysAgo);
    const candidates = establishedProducts.filter(
      ({ sellerId, schedule, productId }) =>
        getSellerAgeDays(sellerId) > daysAgo + 4 &&
        findWindow(schedule, date) &&
        !takenDays.has(`${productId} ${date}`),
    );
    const orderCount =
      EVERYDAY_ORDERS_TODAY *
      (1 - (0.35 * daysAgo) / EVERYDAY_DAYS) *
      ((date.dayOfWeek >= 5 ? 1.25 : 1) + random.triangular() * 0.15);
    const chance = orderCount / 1.5 / candidates.length;
    return candidates
      .filter(() => random.chance(chance))
      .map(
        (product): PlannedDay => ({
          product,
          date,
          buyers: Array.from({ length: Math.min(random.integer(1, 2), product.quantity) }, () => ({
            userId: random.pick(buyerIds),
            state: random.pick(FINAL_STATES),
          })),
        }),
      );
  });
  return buildHistory(plannedDays.flat(), random, createPin, now);
}

/** Final states of the demo buyer's orders: every possible one. */
export const demoBuyerStates: OrderState[] = [
  'collected',
  'collected',
  'cancelled_by_buyer',
  'collected',
  'collected',
  'not_collected',
  'collected',
  'refunded',
  'collected',
  'collected',
  'cancelled_by_store',
  'collected',
  'collected',
  'collected',
];

/** Orders of one user in the last weeks at various sale places. */
export function buildUserHistory(
  products: readonly ProductWithHistory[],
  userId: number,
  states: readonly OrderState[],
  createPin: (salePlaceId: number) => ProtectedPin,
  now: Date,
): History {
  const random = createRandom(`person ${states.length}`);
  const today = localDate(now, TIME_ZONE);
  const plannedDays = products.slice(0, states.length).flatMap((product, i): PlannedDay[] => {
    const days = Array.from({ length: 7 }, (_, daysBack) => today.subtract({ days: 3 + i * 4 + daysBack }));
    const date = days.find((date) => findWindow(product.schedule, date));
    return date ? [{ product, date, buyers: [{ userId, state: states[i]! }] }] : [];
  });
  return buildHistory(plannedDays, random, createPin, now);
}

const findWindow = (schedule: Schedule, date: Temporal.PlainDate) => schedule[weekdays[date.dayOfWeek - 1]!];

export function buildHistory(
  plannedDays: readonly PlannedDay[],
  random: Random,
  createPin: (salePlaceId: number) => ProtectedPin,
  now: Date,
): History {
  const history: History = { slots: [], orders: [] };
  for (const { product, date, buyers } of plannedDays) {
    const { productId, salePlaceId, quantity, schedule } = product;
    const window = findWindow(schedule, date);
    if (!window) continue;
    const slot = slotWindowOn(date.toString(), window, TIME_ZONE);
    // Slots that can still be collected belong to the open orders.
    if (slot.ends_at.getTime() + 30 * MINUTE_MS > now.getTime()) continue;
    const soldQuantity = buyers.filter(({ state }) => SOLD_STATES.includes(state)).length;
    const cancelledCount = buyers.filter(({ state }) => state === 'cancelled_by_store').length;
    history.slots.push({
      ...slot,
      productId,
      quantity: quantity - cancelledCount,
      units_left: quantity - cancelledCount - soldQuantity,
    });
    for (const { userId, state } of buyers) {
      const isCollected = state === 'collected' || state === 'refunded';
      const durationMs = slot.ends_at.getTime() - slot.starts_at.getTime();
      history.orders.push({
        userId,
        productId,
        date: slot.date,
        state,
        pin: createPin(salePlaceId),
        cardLast4: '4242',
        boughtAt: new Date(slot.starts_at.getTime() - random.integer(150, 11 * 60) * MINUTE_MS),
        collectedAt: isCollected
          ? new Date(slot.starts_at.getTime() + Math.floor(random.next() * durationMs))
          : null,
      });
    }
  }
  return history;
}

export interface ReferredProduct extends ProductWithHistory {
  sellerAgeDays: number;
}

/** Five months of growing sales of referred sellers; no order is older than its buyer's account. */
export function buildReferredSellersHistory(
  products: readonly ReferredProduct[],
  buyerAccounts: readonly BuyerAccount[],
  takenDays: ReadonlySet<string>,
  createPin: (salePlaceId: number) => ProtectedPin,
  now: Date,
): History {
  const random = createRandom('partner');
  const today = localDate(now, TIME_ZONE);
  const referredBuyers = buyerAccounts.filter((buyerAccount) => buyerAccount.isReferred);
  const plannedDays = products.flatMap(({ sellerAgeDays, ...product }) =>
    Array.from({ length: Math.max(0, Math.min(150, sellerAgeDays - 2)) }, (_, i): PlannedDay[] => {
      const daysAgo = i + 1;
      const date = today.subtract({ days: daysAgo });
      if (takenDays.has(`${product.productId} ${date}`) || !random.chance(0.7 - daysAgo / 300)) return [];
      const buyers = Array.from({ length: random.integer(1, Math.min(3, product.quantity)) }, () =>
        random.pick(random.chance(0.3) ? referredBuyers : buyerAccounts),
      )
        .filter(({ accountAgeDays }) => accountAgeDays > daysAgo)
        .map(({ userId }) => ({
          userId,
          state: random.chance(0.06)
            ? random.pick(['not_collected', 'cancelled_by_buyer', 'refunded'] as const)
            : ('collected' as const),
        }));
      return buyers.length > 0 ? [{ product, date, buyers }] : [];
    }).flat(),
  );
  return buildHistory(plannedDays, random, createPin, now);
}
