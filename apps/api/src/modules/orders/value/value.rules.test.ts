import { valueAnswers } from '@wopack/contract';
import { countAnswers } from '@wopack/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canAnswerValue,
  countPeople,
  findLowWeeks,
  getUnitValue,
  lowerValue,
  type WeekAnswer,
} from './value.rules.ts';

const now = new Date('2026-11-28T18:00:00Z');
const collected = {
  state: 'collected' as const,
  collected_at: new Date('2026-11-20T18:02:00Z'),
  price_cents: 399,
  old_price_cents: 1200,
  quantity: 1,
};

test.each([
  ['collected', collected, true],
  ['refunded', { ...collected, state: 'refunded' as const }, false],
  ['not collected', { ...collected, state: 'not_collected' as const, collected_at: null }, false],
  ['without a value', { ...collected, old_price_cents: null }, false],
  ['worth no more than its price', { ...collected, old_price_cents: 399 }, false],
  ['fifteen days ago', { ...collected, collected_at: new Date('2026-11-13T18:00:00Z') }, false],
])('an order that is %s', (_, order, canAnswer) => expect(canAnswerValue(order, now)).toBe(canAnswer));

test('the value of one of several packs', () =>
  expect(getUnitValue({ price_cents: 1197, old_price_cents: 3600, quantity: 3 })).toBe(1200));

const answer = fc.record({
  userId: fc.integer({ min: 1, max: 12 }),
  answer: fc.constantFrom(...valueAnswers),
  answeredAt: fc.integer({ min: 0, max: 50 }).map((minutes) => new Date(minutes * 60_000)),
});
const answers = fc.array(answer, { maxLength: 60 });

test('each person counts once, however often they answer', () => {
  fc.assert(
    fc.property(answers, (all) => {
      expect(countAnswers(countPeople(all))).toBe(new Set(all.map(({ userId }) => userId)).size);
    }),
  );
});

test('no single person moves the figure by more than one answer, and a deleted account drops out', () => {
  fc.assert(
    fc.property(answers, answers, fc.integer({ min: 1, max: 12 }), (all, more, userId) => {
      const others = all.filter((row) => row.userId !== userId);
      const withPerson = [...others, ...more.map((row) => ({ ...row, userId }))];
      const before = countPeople(others);
      const after = countPeople(withPerson);
      const moved = valueAnswers.map((key) => after[key] - before[key]);
      expect(moved.every((difference) => difference === 0 || difference === 1)).toBe(true);
      expect(moved.reduce((sum, difference) => sum + difference, 0)).toBe(more.length > 0 ? 1 : 0);
      expect(countPeople(withPerson.filter((row) => row.userId !== userId))).toEqual(before);
    }),
  );
});

test.each([
  [1200, 399, 1100],
  [1500, 499, 1350],
  [500, 199, 450],
  [200, 99, 150],
  [450, 399, 400],
  [400, 399, null],
  [1190, 399, 1050],
])('a value of %i cents at a price of %i is proposed as %s', (value, price, lower) =>
  expect(lowerValue(value, price)).toBe(lower),
);

test('a proposal is lower, in halves of a euro, and above the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 30_000 }), fc.integer({ min: 99, max: 9000 }), (value, price) => {
      const lower = lowerValue(value, price);
      if (lower === null) return;
      expect(lower).toBeLessThan(value);
      expect(lower % 50).toBe(0);
      expect(lower).toBeGreaterThan(price);
      expect(Math.abs(lower - value * 0.9)).toBeLessThanOrEqual(50);
    }),
  );
});

describe('three low weeks', () => {
  const WEEKS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'] as const;
  const now = { valueCents: 1200, thisWeek: '2026-11-30' };
  const fill = (week: string, less: number, total: number, promisedCents = 1200): WeekAnswer[] =>
    Array.from({ length: total }, (_, index) => ({
      ...{ week, promisedCents, userId: index, answeredAt: new Date(week) },
      answer: index < less ? 'less' : 'about',
    }));

  test('are those in a row, each below 70 %', () => {
    expect(
      findLowWeeks(
        WEEKS.slice(1).flatMap((week) => fill(week, 2, 5)),
        now,
      ),
    ).toEqual({ answers: 15, less: 6 });
    expect(
      findLowWeeks([...fill(WEEKS[1], 2, 5), ...fill(WEEKS[2], 1, 5), ...fill(WEEKS[3], 2, 5)], now),
    ).toBeNull();
    // 7 of 10 is not below.
    expect(
      findLowWeeks(
        WEEKS.slice(1).flatMap((week) => fill(week, 3, 10)),
        now,
      ),
    ).toBeNull();
  });

  test('pass over weeks with few people and the one that is not over', () => {
    const low = [
      ...fill(WEEKS[0], 2, 5),
      ...fill(WEEKS[1], 2, 5),
      ...fill(WEEKS[2], 4, 4),
      ...fill(WEEKS[3], 2, 5),
    ];
    expect(findLowWeeks(low, now)).toEqual({ answers: 15, less: 6 });
    expect(findLowWeeks(low, { ...now, thisWeek: WEEKS[3] })).toBeNull();
  });

  test('are not those of before the value was lowered', () => {
    const low = WEEKS.slice(1).flatMap((week) => fill(week, 3, 5));
    expect(findLowWeeks(low, { ...now, valueCents: 1100 })).toBeNull();
    expect(findLowWeeks(low, { ...now, valueCents: 1190 })).not.toBeNull();
  });

  test('are never the work of one person', () => {
    const person = fc.record({ week: fc.constantFrom(...WEEKS), answers: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(fc.array(person, { maxLength: 20 }), (angry) => {
        const satisfied = WEEKS.flatMap((week) => fill(week, 0, 5));
        const alone = angry.flatMap(({ week, answers: count }) =>
          fill(week, count, count).map((row) => ({ ...row, userId: 99 })),
        );
        expect(findLowWeeks([...satisfied, ...alone], now)).toBeNull();
      }),
    );
  });
});
