import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUNTED_ORDERS, type CountedOrder, countReliability, getCancellationWeight } from './reliability.ts';

const order = fc.record({ minutesAhead: fc.option(fc.integer({ min: -300, max: 10_000 }), { nil: null }) });
const orders = fc.array(order, { maxLength: 150 });
const kept = (count: number): CountedOrder[] => Array.from({ length: count }, () => ({ minutesAhead: null }));

test.each([
  [10_000, 1],
  [1440, 1],
  [1439, 2],
  [120, 2],
  [119, 3],
  [1, 3],
  [0, 4],
  [-90, 4],
])('a cancellation %i minutes ahead counts as %i', (minutes, weight) =>
  expect(getCancellationWeight(minutes)).toBe(weight),
);

test('99 of 100 orders, of which one was cancelled a day ahead', () => {
  const history = [{ minutesAhead: 1500 }, ...kept(120)];
  expect(countReliability(history)).toEqual({ counted: 100, kept: 99, cancelled: 1 });
});

test('the later a cancellation, the more it counts', () => {
  const minutes = fc.integer({ min: -300, max: 10_000 });
  fc.assert(
    fc.property(minutes, minutes, (a, b) => {
      const [later, earlier] = [Math.min(a, b), Math.max(a, b)];
      expect(getCancellationWeight(later)).toBeGreaterThanOrEqual(getCancellationWeight(earlier));
    }),
  );
});

test('kept orders are never negative nor more than those counted, and only the last hundred count', () => {
  fc.assert(
    fc.property(orders, (history) => {
      const figure = countReliability(history);
      expect(figure.counted).toBe(Math.min(history.length, COUNTED_ORDERS));
      expect(figure.kept).toBeGreaterThanOrEqual(0);
      expect(figure.kept).toBeLessThanOrEqual(figure.counted - Math.min(figure.cancelled, figure.counted));
      expect(countReliability(history.slice(0, COUNTED_ORDERS))).toEqual(figure);
    }),
  );
});

test('one order moves the figure by what it counts itself, and by the one that it pushes out', () => {
  fc.assert(
    fc.property(orders, order, (history, next) => {
      const difference = countReliability([next, ...history]).kept - countReliability(history).kept;
      expect(Math.abs(difference)).toBeLessThanOrEqual(4);
      if (next.minutesAhead === null) expect(difference).toBeGreaterThanOrEqual(0);
    }),
  );
});
