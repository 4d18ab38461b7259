import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type EndedHolds,
  findHoldRefusal,
  getMaxHolds,
  getNetworkShare,
  getUnprovenShare,
  getWaitEnd,
  type HoldHistory,
  planPassingOn,
} from './holds.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NONE: EndedHolds = { long: 0, short: 0, lastLongEndedAt: null, lastEndedAt: null };
const noHistory: HoldHistory = {
  isVerified: true,
  otherExpiries: [],
  quantity: 5,
  units: 1,
  account: NONE,
  card: NONE,
  network: null,
};
const anyUnits = fc.integer({ min: 1, max: 7 });
const minutesAgo = (minutes: number) => NOW.getTime() - minutes * MINUTE;
const long = (count: number, endedMinutesAgo = 0): EndedHolds => ({
  long: count,
  short: 0,
  lastLongEndedAt: minutesAgo(endedMinutesAgo),
  lastEndedAt: minutesAgo(endedMinutesAgo),
});
const waitOf = (history: Partial<HoldHistory>) => {
  const refusal = findHoldRefusal({ ...noHistory, ...history }, NOW);
  return refusal && { reason: refusal.reason, minutes: (refusal.until.getTime() - NOW.getTime()) / MINUTE };
};

const endedHolds = fc
  .record({
    long: fc.nat(40),
    short: fc.nat(40),
    lastLongAgo: fc.nat(DAY),
    lastAgo: fc.nat(DAY),
  })
  .map(
    ({ long: longCount, short, lastLongAgo, lastAgo }): EndedHolds => ({
      long: longCount,
      short,
      lastLongEndedAt: longCount ? NOW.getTime() - lastLongAgo : null,
      lastEndedAt:
        longCount || short ? NOW.getTime() - Math.min(lastAgo, longCount ? lastLongAgo : lastAgo) : null,
    }),
  );
const liveHolds = fc.nat(20).map((units) => ({
  units,
  firstEndsAt: units ? NOW.getTime() + 5 * MINUTE : null,
}));
const histories = fc.record({
  isVerified: fc.boolean(),
  otherExpiries: fc.array(
    fc.integer({ min: 1, max: 30 * MINUTE }).map((ms) => new Date(NOW.getTime() + ms)),
    { maxLength: 3 },
  ),
  quantity: fc.integer({ min: 1, max: 99 }),
  units: anyUnits,
  account: endedHolds,
  card: endedHolds,
  network: fc.option(fc.record({ ended: endedHolds, live: liveHolds })),
});

test('two holds at a time, one while the address is not verified', () => {
  const one = [new Date(NOW.getTime() + 3 * MINUTE)];
  const two = [...one, new Date(NOW.getTime() + 8 * MINUTE)];
  expect(waitOf({ otherExpiries: one })).toBeNull();
  expect(waitOf({ otherExpiries: two })).toEqual({ reason: 'holds', minutes: 3 });
  expect(waitOf({ otherExpiries: one, isVerified: false })).toEqual({ reason: 'holds', minutes: 3 });
  expect(waitOf({ isVerified: false })).toBeNull();
});

test.each([
  [1, 1],
  [2, 5],
  [3, 15],
  [4, 60],
  [50, 60],
])('after %i unpaid holds of a slot the next one waits %i minutes', (count, minutes) => {
  expect(waitOf({ account: long(count) })).toEqual({ reason: 'account', minutes });
  expect(waitOf({ card: long(count) })).toEqual({ reason: 'account', minutes });
  expect(waitOf({ account: long(count, minutes) })).toBeNull();
});

test('a refused card and letting go at once are no reason to wait, unless there were many', () => {
  const short = (count: number) => ({ ...NONE, short: count, lastEndedAt: NOW.getTime() });
  expect(waitOf({ account: short(5) })).toBeNull();
  expect(waitOf({ account: short(6) })).toEqual({ reason: 'account', minutes: 1 });
  // It does not prolong the wait after an earlier long one.
  expect(waitOf({ account: { ...long(1, 2), short: 3, lastEndedAt: NOW.getTime() } })).toBeNull();
});

test('a network has half of the units on hold, and two in any case', () => {
  expect([1, 2, 3, 5, 6, 7, 99].map(getNetworkShare)).toEqual([2, 2, 2, 2, 3, 3, 49]);
  const live = (units: number) => ({ ended: NONE, live: { units, firstEndsAt: NOW.getTime() + 4 * MINUTE } });
  expect(waitOf({ quantity: 6, network: live(2) })).toBeNull();
  expect(waitOf({ quantity: 6, network: live(3) })).toEqual({ reason: 'network', minutes: 4 });
  expect(waitOf({ quantity: 6, units: 2, network: live(1) })).toBeNull();
  expect(waitOf({ quantity: 6, units: 3, network: live(1) })).toEqual({ reason: 'network', minutes: 4 });
});

test('as many unpaid holds as its share are what makes a network wait, longer each time', () => {
  const idle = { units: 0, firstEndsAt: null };
  const waitAfter = (count: number) => waitOf({ quantity: 6, network: { ended: long(count), live: idle } });
  expect([1, 2].map(waitAfter)).toEqual([null, null]);
  expect([3, 4, 5, 6, 60].map((count) => waitAfter(count)?.minutes)).toEqual([1, 5, 15, 60, 60]);
});

test('a hold of the network that is over and not ended yet counts', () => {
  const network = { ended: NONE, live: { units: 2, firstEndsAt: minutesAgo(1) } };
  expect(waitOf({ quantity: 3, network })?.minutes).toBeGreaterThan(0);
});

test('nobody waits for longer than an hour after the last hold, and never for an instant that has passed', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const refusal = findHoldRefusal(history, NOW);
      if (!refusal) return;
      expect(refusal.until.getTime()).toBeGreaterThan(NOW.getTime());
      expect(refusal.until.getTime()).toBeLessThanOrEqual(NOW.getTime() + 60 * MINUTE);
    }),
  );
});

test('whoever kept nothing on an idle network is never refused, whatever the slot', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 1, max: 99 }), anyUnits, (isVerified, quantity, units) => {
      const network = { ended: NONE, live: { units: 0, firstEndsAt: null } };
      expect(findHoldRefusal({ ...noHistory, isVerified, quantity, units, network }, NOW)).toBeNull();
    }),
  );
});

test('one more unpaid hold never shortens the wait; the limits are never exceeded', () => {
  fc.assert(
    fc.property(histories, endedHolds, (history, ended) => {
      const more = {
        ...ended,
        long: ended.long + 1,
        lastLongEndedAt: NOW.getTime(),
        lastEndedAt: NOW.getTime(),
      };
      expect(getWaitEnd(more)).toBeGreaterThanOrEqual(getWaitEnd(ended));
      const refusal = findHoldRefusal(history, NOW);
      if (history.otherExpiries.length >= getMaxHolds(history.isVerified)) expect(refusal).not.toBeNull();
      if (history.network && history.network.live.units >= getNetworkShare(history.quantity))
        expect(refusal).not.toBeNull();
    }),
  );
});

const unprovenHolds = fc.array(
  fc
    .record({ age: fc.nat(10 * MINUTE), earlier: fc.nat(60 * MINUTE), quantity: anyUnits })
    .map(({ age, earlier, quantity }) => ({
      quantity,
      createdAt: new Date(NOW.getTime() - age),
      firstTakenAt: new Date(NOW.getTime() - age - earlier),
    })),
  { maxLength: 12 },
);
const aged = (...seconds: number[]) =>
  seconds.map((age) => {
    const at = new Date(NOW.getTime() - age * 1000);
    return { quantity: 1, createdAt: at, firstTakenAt: at };
  });
const secondsUntilPassed = (holds: ReturnType<typeof aged>, quantity: number) =>
  planPassingOn(holds, quantity).map(({ from }) => (from.getTime() - NOW.getTime()) / 1000);

test('an unproven account keeps a unit for two minutes; of more than half of the units the oldest for 30 seconds', () => {
  expect([1, 2, 3, 4, 7, 99].map(getUnprovenShare)).toEqual([1, 1, 1, 2, 3, 49]);
  expect(secondsUntilPassed(aged(0), 1)).toEqual([120]);
  expect(secondsUntilPassed(aged(10, 20, 30), 3)).toEqual([0, 10, 110]);
  expect(secondsUntilPassed(aged(10, 20, 30), 7)).toEqual([90, 100, 110]);
  const ofThree = aged(10, 20).map((hold) => ({ ...hold, quantity: 3 }));
  expect(secondsUntilPassed(ofThree, 7)).toEqual([10, 110]);
  expect(secondsUntilPassed(ofThree.slice(0, 1), 3)).toEqual([110]);
});

test('what an account or its network took before counts', () => {
  const [hold] = aged(5);
  const firstTakenAt = new Date(NOW.getTime() - 10 * MINUTE);
  expect(planPassingOn([{ ...hold!, firstTakenAt }], 1)[0]!.from.getTime()).toBeLessThan(NOW.getTime());
});

test('each hold passes on once, in time, after time enough to submit a card; the first come first', () => {
  fc.assert(
    fc.property(unprovenHolds, fc.integer({ min: 1, max: 99 }), (holds, quantity) => {
      const plan = planPassingOn(holds, quantity);
      expect(new Set(plan.map(({ hold }) => hold))).toEqual(new Set(holds));
      expect(plan).toHaveLength(holds.length);
      for (const [index, { hold, from }] of plan.entries()) {
        const grace = from.getTime() - hold.firstTakenAt.getTime();
        expect(grace).toBeGreaterThanOrEqual(30_000);
        expect(grace).toBeLessThanOrEqual(2 * MINUTE);
        if (index > 0) expect(from.getTime()).toBeGreaterThanOrEqual(plan[index - 1]!.from.getTime());
      }
    }),
  );
});

test('a verified buyer waits for two minutes at most, for 30 seconds where unproven accounts have more than half', () => {
  fc.assert(
    fc.property(unprovenHolds, fc.integer({ min: 1, max: 99 }), (holds, quantity) => {
      const first = planPassingOn(holds, quantity)[0];
      if (!first) return;
      const waitMs = first.from.getTime() - NOW.getTime();
      const units = holds.reduce((sum, hold) => sum + hold.quantity, 0);
      const isBeyondShare = holds.length > 1 && units > getUnprovenShare(quantity);
      expect(waitMs).toBeLessThanOrEqual(isBeyondShare ? 30_000 : 2 * MINUTE);
    }),
  );
});
