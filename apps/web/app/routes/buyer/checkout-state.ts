import {
  type AllocationView,
  getAllocationView,
  wasOffered,
} from '../../features/allocation/offer/allocation-view.ts';
import {
  getUnavailableReason,
  type UnavailableReason,
} from '../../features/offers/detail/unavailable-offer.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';

type Allocation = NonNullable<OfferDetail['allocation']>;

/** What an offer's page lets its visitor do. */
export type CheckoutState =
  /** Pay for a unit that was offered after a draw, or from the waitlist. */
  | { kind: 'offered'; allocation: Allocation; view: AllocationView | null }
  /** Nothing: it is their own. */
  | { kind: 'mine'; view: AllocationView | null }
  | { kind: 'unavailable'; reason: Exclude<UnavailableReason, 'mine'> }
  /** Confirm their address, before they pay, enter or wait. */
  | { kind: 'verify'; view: AllocationView | null }
  /** Enter, wait, or see what became of it. */
  | { kind: 'allocation'; view: AllocationView }
  | { kind: 'pay' };

interface Situation {
  offer: Pick<OfferDetail, 'is_mine' | 'slot_id' | 'quantity' | 'paused' | 'allocation'>;
  isSignedIn: boolean;
  /** The user has a unit of it on hold, or a payment of theirs is running or has just failed. */
  isPaying: boolean;
  /** The user's address is not confirmed, and nothing is on hold for them from before it had to be. */
  isUnverified: boolean;
  /** By the server's clock. */
  now: number;
}

/** The views in which a user does something that needs a confirmed address. */
const VIEWS_TO_VERIFY: readonly (AllocationView | null)[] = [null, 'open', 'waitlist', 'lapsed'];

export function getCheckoutState({
  offer,
  isSignedIn,
  isPaying,
  isUnverified,
  now,
}: Situation): CheckoutState {
  const { allocation } = offer;
  const currentView = getAllocationView(allocation, now);
  if (allocation && (currentView === 'offered' || (isPaying && wasOffered(allocation))))
    return { kind: 'offered', allocation, view: currentView };
  // A unit that the user is paying for may have been the last one: others can only wait for it.
  const view = isPaying ? null : currentView;
  if (offer.is_mine) return { kind: 'mine', view };
  const reason = getUnavailableReason(offer, isSignedIn, isPaying);
  if (reason && reason !== 'mine' && !view) return { kind: 'unavailable', reason };
  if (isSignedIn && isUnverified && VIEWS_TO_VERIFY.includes(view)) return { kind: 'verify', view };
  return view ? { kind: 'allocation', view } : { kind: 'pay' };
}

/** The view of draws and waitlists that belongs to it. */
export const getView = (state: CheckoutState): AllocationView | null => ('view' in state ? state.view : null);
