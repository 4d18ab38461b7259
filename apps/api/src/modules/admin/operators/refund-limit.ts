import type { OperatorRole } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';

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
