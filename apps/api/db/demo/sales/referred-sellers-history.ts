import { localDate } from '@wopack/domain';
import { createRandom } from '../random.ts';
import { TIME_ZONE } from '../schedules.ts';
import {
  type BuyerAccount,
  buildHistory,
  type History,
  type PlannedDay,
  type ProductWithHistory,
} from './history.ts';

/** A product of a referred seller. */
export interface ReferredProduct extends ProductWithHistory {
  sellerAgeDays: number;
}

/** Five months of growing sales of referred sellers; no order is older than its buyer's account. */
export function buildReferredSellersHistory(
  products: readonly ReferredProduct[],
  buyerAccounts: readonly BuyerAccount[],
  takenDays: ReadonlySet<string>,
  createPin: (salePlaceId: number) => string,
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
