import { expect, test } from 'vitest';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { getCheckoutState } from './checkout-state.ts';

const NOW = Date.parse('2026-11-20T16:48:19Z');
const [PAST, FUTURE] = ['2026-11-20T16:00:00Z', '2026-11-20T17:00:00Z'];

type Allocation = NonNullable<OfferDetail['allocation']>;
const draw = { state: 'open', closes_at: FUTURE, units: 1 };
const allocations = {
  none: null,
  open: { mode: 'draw', draw, mine: null, can_wait: false },
  entered: { mode: 'draw', draw, mine: { state: 'entered' }, can_wait: false },
  drawing: { mode: 'draw', draw: { ...draw, closes_at: PAST }, mine: null, can_wait: false },
  offered: {
    mode: 'waitlist',
    draw: null,
    mine: { state: 'offered', offer_expires_at: FUTURE },
    can_wait: false,
  },
  lapsing: {
    mode: 'waitlist',
    draw: null,
    mine: { state: 'offered', offer_expires_at: PAST },
    can_wait: false,
  },
  waitlist: { mode: 'waitlist', draw: null, mine: null, can_wait: true },
  waiting: { mode: 'waitlist', draw: null, mine: { state: 'waiting', rank: null }, can_wait: false },
};

interface Case {
  allocation?: keyof typeof allocations;
  /** Units left. */
  left?: number;
  slot?: null;
  own?: true;
  paused?: true;
  guest?: true;
  paying?: true;
  unverified?: true;
}

test.each<[Case, string]>([
  [{}, 'pay'],
  [{ paying: true, left: 0 }, 'pay'],
  [{ left: 0 }, 'unavailable gone'],
  [{ slot: null, left: 0 }, 'unavailable noSlot'],
  [{ slot: null, left: 0, paused: true }, 'unavailable paused'],
  // Who has a unit on hold may pay for it.
  [{ paying: true, paused: true }, 'pay'],
  [{ guest: true }, 'unavailable guest'],
  [{ guest: true, left: 0 }, 'unavailable gone'],
  [{ own: true }, 'mine null'],
  [{ own: true, left: 0 }, 'mine null'],
  [{ own: true, allocation: 'open' }, 'mine open'],
  [{ unverified: true }, 'verify null'],
  // What is gone needs no confirmed address.
  [{ unverified: true, left: 0 }, 'unavailable gone'],
  [{ unverified: true, allocation: 'open' }, 'verify open'],
  [{ unverified: true, allocation: 'waitlist', left: 0 }, 'verify waitlist'],
  [{ unverified: true, allocation: 'lapsing', left: 0 }, 'verify lapsed'],
  [{ unverified: true, allocation: 'entered' }, 'allocation entered'],
  [{ unverified: true, allocation: 'offered' }, 'offered offered'],
  [{ guest: true, allocation: 'open' }, 'allocation open'],
  [{ guest: true, unverified: true, allocation: 'open' }, 'allocation open'],
  [{ allocation: 'open' }, 'allocation open'],
  [{ allocation: 'drawing' }, 'allocation drawing'],
  [{ allocation: 'waitlist', left: 0 }, 'allocation waitlist'],
  [{ allocation: 'waiting', left: 0 }, 'allocation waiting'],
  [{ allocation: 'lapsing', left: 0 }, 'allocation lapsed'],
  [{ allocation: 'offered', left: 0 }, 'offered offered'],
  [{ allocation: 'offered', left: 0, paying: true }, 'offered offered'],
  // The payment of an offered unit may end after its time.
  [{ allocation: 'lapsing', left: 0, paying: true }, 'offered lapsed'],
  // Who holds the last unit does not wait for it.
  [{ allocation: 'waitlist', left: 0, paying: true }, 'pay'],
  [{ allocation: 'open', paying: true }, 'pay'],
])('%j: %s', (situation, expected) => {
  const { allocation = 'none', left = 3, slot = 3, own, paused, guest, paying, unverified } = situation;
  const state = getCheckoutState({
    offer: {
      is_mine: own ?? false,
      ...(paused && { paused }),
      slot_id: slot,
      quantity: left,
      allocation: allocations[allocation] as unknown as Allocation | null,
    },
    isSignedIn: !guest,
    isPaying: paying ?? false,
    isUnverified: unverified ?? false,
    now: NOW,
  });
  const detail = 'view' in state ? String(state.view) : 'reason' in state ? state.reason : '';
  expect(`${state.kind} ${detail}`.trim()).toBe(expected);
});
