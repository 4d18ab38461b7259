import { disputeOutcomes, orderStates } from '@wopack/contract';
import { handOutEndsAt } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSendError, getFriendOrderState } from './friend-links.rules.ts';

const END = new Date('2026-11-20T19:00:00Z');
/** Around the end of the window and of the hand-out. */
const anyTime = fc
  .integer({ min: -7200, max: 7200 })
  .map((seconds) => new Date(END.getTime() + seconds * 1000));
const anyOrder = fc.record({
  state: fc.constantFrom(...orderStates),
  pickup_end: fc.constant(END),
  dispute: fc.option(fc.constantFrom(...disputeOutcomes), { nil: null }),
  opened_at: fc.option(fc.constant(new Date('2026-11-20T12:00:00Z')), { nil: null }),
  is_offer: fc.boolean(),
});

test('what can be sent is open, unopened, bought by oneself, and before the end of its window', () => {
  fc.assert(
    fc.property(anyOrder, anyTime, (order, now) => {
      const isOpen = order.state === 'paid' && order.dispute !== 'lost' && now <= END;
      expect(findSendError(order, now) === null).toBe(isOpen && order.opened_at === null && !order.is_offer);
    }),
  );
});

test('what is opened is shown until the hand-out ends; unopened, the link ends with the window', () => {
  fc.assert(
    fc.property(anyOrder, anyTime, (order, now) => {
      const state = getFriendOrderState(order, now);
      const isOpen = order.state === 'paid' && order.dispute !== 'lost';
      expect(state === 'opened').toBe(isOpen && order.opened_at !== null && now <= handOutEndsAt(END));
      expect(state === 'unopened').toBe(isOpen && order.opened_at === null && now <= END);
    }),
  );
});

test('an order that is over says how, whether the link was opened or not', () => {
  fc.assert(
    fc.property(anyOrder, anyTime, (order, now) => {
      fc.pre(order.state !== 'paid');
      expect(getFriendOrderState(order, now)).toBe(order.state === 'not_collected' ? 'ended' : order.state);
    }),
  );
});
