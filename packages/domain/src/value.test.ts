import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAnswers, getPromisedOfTen, MIN_VALUE_ANSWERS, type ValueCounts } from './value.ts';

const counts = fc.record({ more: fc.nat(60), about: fc.nat(60), less: fc.nat(60) });

test.each([
  [{ more: 12, about: 29, less: 5 }, 9],
  [{ more: 0, about: 10, less: 0 }, 10],
  [{ more: 0, about: 0, less: 10 }, 0],
  [{ more: 5, about: 50, less: 1 }, 9],
  [{ more: 1, about: 0, less: 40 }, 1],
  [{ more: 3, about: 3, less: 3 }, null],
])('%j: %s of ten', (answers, ofTen) => expect(getPromisedOfTen(answers)).toBe(ofTen));

test('there is a figure from ten answers on, and ten of ten is said only when nobody got less', () => {
  fc.assert(
    fc.property(counts, (answers) => {
      const ofTen = getPromisedOfTen(answers);
      expect(ofTen === null).toBe(countAnswers(answers) < MIN_VALUE_ANSWERS);
      if (ofTen === null) return;
      expect(ofTen === 10).toBe(answers.less === 0);
      expect(ofTen === 0).toBe(answers.more + answers.about === 0);
      expect(Number.isInteger(ofTen)).toBe(true);
    }),
  );
});

test('a better answer never lowers the figure, a worse one never raises it', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom<keyof ValueCounts>('more', 'about', 'less'), (answers, answer) => {
      const before = getPromisedOfTen(answers);
      if (before === null) return;
      const after = getPromisedOfTen({ ...answers, [answer]: answers[answer] + 1 })!;
      if (answer === 'less') expect(after).toBeLessThanOrEqual(before);
      else expect(after).toBeGreaterThanOrEqual(before);
    }),
  );
});
