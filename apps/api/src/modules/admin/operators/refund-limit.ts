import type { OperatorRole } from '@wopack/contract';
import { planUnitReturn } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { RefundTotal } from '../../orders/index.ts';

export type RefundedOrder = Parameters<typeof planUnitReturn>[0];

/** What the buyer of an order has back in all after a refund. */
export function getRefundTotal(
  order: RefundedOrder,
  { returnedUnitsTotal: units, refundedTotalCents }: RefundTotal,
): number {
  if (units !== undefined) return planUnitReturn(order, units - order.returned_quantity);
  return refundedTotalCents === 'all' ? order.price_cents : refundedTotalCents;
}

/** What an operator gives back of an order alone, all refunds of it together. Null: no limit. */
export const getRefundLimit = ({ config }: Pick<Context, 'config'>, role: OperatorRole): number | null =>
  role === 'support' ? config.operator.supportRefundLimitCents : null;

export function isWithinRefundLimit(
  context: Pick<Context, 'config'>,
  role: OperatorRole,
  refundedTotalCents: number,
): boolean {
  const limit = getRefundLimit(context, role);
  return limit === null || refundedTotalCents <= limit;
}
