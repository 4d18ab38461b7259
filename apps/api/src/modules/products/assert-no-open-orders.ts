import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { countOpenOrdersAndHolds, lockSlots } from './open-orders.queries.ts';

/**
 * Refuses while the products have orders not handed out or holds. Their slots stay locked, so no unit can
 * be taken until the transaction ends. With `field` the error is reported at that field.
 */
export async function assertNoOpenOrders(
  trx: Trx,
  productIds: number[],
  now: Date,
  field?: string,
): Promise<void> {
  await lockSlots(trx, productIds, now);
  const { orders, holds } = await countOpenOrdersAndHolds(trx, productIds);
  if (orders === 0 && holds === 0) return;
  const message = orders ? 'products.hasOpenOrders' : 'products.hasPendingPayments';
  throw new AppError('conflict', {
    message,
    values: { orders },
    ...(field && { fields: { [field]: message } }),
  });
}
