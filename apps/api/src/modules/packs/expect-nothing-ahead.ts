import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/error.ts';
import { aheadOf, lockStock } from './ahead.queries.ts';

/**
 * Refuses while packs have orders that are not handed out, or somebody is paying for one. Nobody takes a unit from
 * here to the end of the transaction. With `field` the reason stands beside that field.
 */
export async function expectNothingAhead(
  trx: Trx,
  productIds: number[],
  now: Date,
  field?: string,
): Promise<void> {
  await lockStock(trx, productIds, now);
  const { orders, holds } = await aheadOf(trx, productIds);
  if (orders === 0 && holds === 0) return;
  const message = orders ? 'packs.ordersAhead' : 'packs.beingPaid';
  throw new AppError('conflict', {
    message,
    values: { orders },
    ...(field && { fields: { [field]: message } }),
  });
}
