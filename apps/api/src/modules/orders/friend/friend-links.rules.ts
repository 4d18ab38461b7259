import type { DisputeOutcome, FriendOrderState, OrderState } from '@wopack/contract';
import { handOutEndsAt } from '@wopack/domain';

interface Order {
  state: OrderState;
  pickup_end: Date;
  dispute: DisputeOutcome | null;
  opened_at: Date | null;
}

/** Why a buyer cannot send an order to a friend; null: they can. */
export function findSendError(
  { state, pickup_end, dispute, opened_at, is_offer }: Order & { is_offer: boolean },
  now: Date,
): 'friendNotOpen' | 'friendOpened' | 'friendOfOffer' | null {
  if (state !== 'paid' || dispute === 'lost' || now > pickup_end) return 'friendNotOpen';
  if (opened_at !== null) return 'friendOpened';
  // It would be sold on.
  return is_offer ? 'friendOfOffer' : null;
}

/** A link that was not opened ends with the window; what it opened is shown for as long as it can be handed out. */
export function getFriendOrderState(
  { state, pickup_end, dispute, opened_at }: Order,
  now: Date,
): FriendOrderState {
  if (state === 'not_collected') return 'ended';
  if (state !== 'paid') return state;
  if (dispute === 'lost') return 'refunded';
  if (opened_at !== null) return now <= handOutEndsAt(pickup_end) ? 'opened' : 'ended';
  return now <= pickup_end ? 'unopened' : 'ended';
}
