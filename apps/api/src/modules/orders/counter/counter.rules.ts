import type { CounterPersonKind, DisputeOutcome, HandOutConflictReason, OrderState } from '@wopack/contract';
import { canHandOut, DAY_MS } from '@wopack/domain';
import { checkTransition } from '../orders.rules.ts';

interface Order {
  /** The buyer. */
  user_id: number;
  state: OrderState;
  pickup_start: Date;
  pickup_end: Date;
  ticket_version: number;
  collected_at: Date | null;
  handed_out_by: number | null;
  handed_out_device_id: number | null;
}

/** What a device did without a connection. */
interface HandOut {
  deviceId: number;
  person: { kind: CounterPersonKind; id: number } | null;
  version: number;
  handedOutAt: Date;
}

/** Longer than a pack is sold ahead. */
export const TICKETS_LAST_MS = 30 * DAY_MS;

/** The time of the counter, as far as it can be right: not after it arrived, nor before any ticket. */
export function limitCounterTime(text: string, now: Date): Date {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return now;
  return new Date(Math.min(Math.max(at, now.getTime() - TICKETS_LAST_MS), now.getTime()));
}

/** Whether a hand-out that arrives is recorded, was recorded before, or why the order does not allow it. */
export function judgeHandOut(
  order: Order,
  dispute: DisputeOutcome | null,
  { deviceId, person, version, handedOutAt }: HandOut,
): 'new' | 'repeated' | HandOutConflictReason {
  const transition = checkTransition(order.state, 'collected');
  if (transition === 'done')
    return isHandedOutElsewhere(order, deviceId, handedOutAt) ? 'handed_out_elsewhere' : 'repeated';
  if (transition === 'no') return 'cancelled';
  if (person?.kind === 'member' && person.id === order.user_id) return 'own_order';
  if (order.ticket_version !== version) return 'ticket_replaced';
  if (dispute === 'lost') return 'dispute_lost';
  return canHandOut(handedOutAt, order.pickup_start, order.pickup_end) ? 'new' : 'other_time';
}

/** A device that was paired anew sends what it had sent before, at the same time. */
const isHandedOutElsewhere = (order: Order, deviceId: number, handedOutAt: Date): boolean =>
  order.handed_out_device_id === null
    ? order.handed_out_by !== null
    : order.handed_out_device_id !== deviceId && order.collected_at?.getTime() !== handedOutAt.getTime();
