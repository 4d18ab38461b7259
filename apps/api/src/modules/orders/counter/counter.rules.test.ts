import { orderStates } from '@wopack/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeHandOut, limitCounterTime } from './counter.rules.ts';

const windowStart = new Date('2026-11-20T17:30:00Z');
const anyOrder = fc.record({
  user_id: fc.constantFrom(7, 8),
  state: fc.constantFrom(...orderStates),
  pickup_start: fc.constant(windowStart),
  pickup_end: fc.constant(new Date('2026-11-20T19:00:00Z')),
  ticket_version: fc.integer({ min: 1, max: 3 }),
  collected_at: fc.constantFrom(windowStart, null),
  handed_out_by: fc.constantFrom(7, null),
  handed_out_device_id: fc.constantFrom(1, 2, null),
});
const anyHandOut = fc.record({
  deviceId: fc.constantFrom(1, 2),
  person: fc.constantFrom({ kind: 'member' as const, id: 7 }, { kind: 'name' as const, id: 7 }, null),
  version: fc.integer({ min: 1, max: 3 }),
  handedOutAt: fc
    .integer({ min: -180, max: 180 })
    .map((minutes) => new Date(windowStart.getTime() + minutes * 60_000)),
});

test('a hand-out is recorded once, of an order that waits, by its newest ticket, in its time', () => {
  fc.assert(
    fc.property(
      anyOrder,
      fc.constantFrom('open', 'won', 'lost', null),
      anyHandOut,
      (order, dispute, handOut) => {
        const judgement = judgeHandOut(order, dispute, handOut);
        const isWaiting = order.state === 'paid' || order.state === 'not_collected';
        if (judgement === 'new') {
          expect(isWaiting && dispute !== 'lost').toBe(true);
          expect(handOut.version).toBe(order.ticket_version);
          expect(handOut.person?.kind === 'member' && order.user_id === 7).toBe(false);
        }
        expect(judgement === 'cancelled').toBe(!isWaiting && order.state !== 'collected');
        expect(['repeated', 'handed_out_elsewhere'].includes(judgement)).toBe(order.state === 'collected');
        // What the same device did is no conflict, whatever the order says besides.
        if (order.state === 'collected' && order.handed_out_device_id === handOut.deviceId)
          expect(judgement).toBe('repeated');
      },
    ),
  );
});

test.each([
  ['another device', { handed_out_device_id: 2 }, 'handed_out_elsewhere'],
  ['a member', { handed_out_by: 7 }, 'handed_out_elsewhere'],
  ['this device', { handed_out_device_id: 1 }, 'repeated'],
  ['nobody recorded', {}, 'repeated'],
  [
    'this device under its former pairing',
    { handed_out_device_id: 2, collected_at: windowStart },
    'repeated',
  ],
])('handed out by %s', (_, values, judgement) => {
  const order = {
    user_id: 8,
    state: 'collected' as const,
    pickup_start: windowStart,
    pickup_end: windowStart,
    ticket_version: 1,
    collected_at: new Date('2026-11-20T18:00:00Z'),
    handed_out_by: null,
    handed_out_device_id: null,
    ...values,
  };
  expect(
    judgeHandOut(order, null, {
      ...{ deviceId: 1, person: null, version: 1 },
      handedOutAt: windowStart,
    }),
  ).toBe(judgement);
});

test.each([
  ['2026-11-20T17:55:00Z', '2026-11-20T17:55:00.000Z'],
  ['2026-11-21T18:00:00Z', '2026-11-20T18:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '2026-10-21T18:00:00.000Z'],
  ['2026-11-20T17:59:60Z', '2026-11-20T18:00:00.000Z'],
])('a counter’s time of %s, which arrives at 18:00, counts as %s', (text, limited) => {
  expect(limitCounterTime(text, new Date('2026-11-20T18:00:00Z')).toISOString()).toBe(limited);
});
