import { valueAnswers } from '@wopack/contract';
import { countAnswers } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canAnswerValue, countPeople, getUnitValue } from './value.rules.ts';

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
