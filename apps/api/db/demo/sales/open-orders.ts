import type { SlotWindow } from '@wopack/domain';
import type { DemoOrder } from '../queries/orders.queries.ts';
import { createRandom } from '../random.ts';

const MINUTE_MS = 60_000;

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
export function createPinGenerator(): (salePlaceId: number) => string {
  const usedCounts = new Map<number, number>();
  return (salePlaceId) => {
    const useCount = usedCounts.get(salePlaceId) ?? 0;
    usedCounts.set(salePlaceId, useCount + 1);
    // 3571 and 10 000 are coprime, so a PIN repeats after ten thousand orders.
    return String((salePlaceId * 7919 + 1234 + useCount * 3571) % 10_000).padStart(4, '0');
  };
}

/** An order for every sold unit of the slots on sale. During the window some are collected already. */
export function buildOpenOrders(
  products: readonly SoldProduct[],
  buyerIds: readonly number[],
  createPin: (salePlaceId: number) => string,
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
