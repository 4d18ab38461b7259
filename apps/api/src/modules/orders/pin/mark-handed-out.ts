import { countKeptUnits, DAY_MS, deadlineText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { assertNoErrors } from '../../../platform/http/app-error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { approveShares } from '../../affiliates/index.ts';
import type { CounterPerson } from '../../businesses/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { formatMoneyBack, loadMailValues } from '../order-view.ts';
import { findForMail, type LockedOrder, lockOrder } from '../orders.queries.ts';
import { returnUnits } from '../refunds/refund-order.ts';
import { recordSellerCancellation } from '../reliability/reliability.ts';
import { scheduleValueQuestion } from '../value/ask-value.ts';
import { markCollected } from './pins.queries.ts';

interface HandOut {
  orderId: number;
  /** That were handed out; by default all that the buyer has paid and not given back. */
  units: number | undefined;
  /** Counts as many as there are, instead of refusing more: the bag is gone. */
  isOver?: boolean;
  /** When it happened. */
  at: Date;
  person: CounterPerson | null;
  deviceId: number | null;
}

/**
 * Records the hand-out of a locked order. Units that were not handed out are refunded in full; they stay used up, and the
 * buyer is told.
 */
export async function markHandedOut(
  context: Context,
  trx: Trx,
  { orderId, units: requestedUnits, isOver = false, at, person, deviceId }: HandOut,
): Promise<void> {
  const now = context.clock.now();
  const order = (await lockOrder(trx, orderId))!;
  const kept = countKeptUnits(order);
  const units = isOver ? Math.min(requestedUnits ?? kept, kept) : (requestedUnits ?? kept);
  assertNoErrors({ quantity: units > kept && { key: 'orders.packsLeft', values: { count: kept } } });
  await markCollected(trx, orderId, { now: at, units, person, deviceId });
  // Afterwards, because it ends an order of which nearly all was refunded before.
  if (units < kept) await refundMissing(context, trx, order, { handedOut: units, missing: kept - units, at });
  await approveShares(trx, orderId, now);
  await scheduleValueQuestion(context, trx, { orderId, collectedAt: at });
}

async function refundMissing(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  { handedOut, missing, at }: { handedOut: number; missing: number; at: Date },
): Promise<void> {
  const now = context.clock.now();
  const amountCents = await returnUnits(context, trx, order, {
    units: missing,
    decidedBy: 'seller',
    reason: translate('orders.packsMissing', context.config.operator.language),
  });
  // The shop did not keep the order, as when it refunds packs that it cannot hand out.
  const firstUntil = await recordSellerCancellation(trx, order, at);
  await context.jobs.enqueue(trx, 'orders.update-reliability', { salePlaceId: order.sale_place_id });
  const { time_zone: timeZone } = (await findForMail(trx, order.id))!;
  const buildValues = await loadMailValues(trx, order.id, now);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template: 'packsMissing',
    isByWopack: true,
    values: (language) => ({
      ...buildValues(language, missing),
      count: handedOut,
      amount: formatMoneyBack(order, amountCents, language),
      ...(firstUntil && { firstUntil: deadlineText(firstUntil, timeZone, language) }),
    }),
    url: `/orders/${order.id}`,
    tag: `order-${order.id}`,
    until: new Date(now.getTime() + 7 * DAY_MS),
  });
}
