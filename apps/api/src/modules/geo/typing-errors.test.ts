import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedErrors, beginsLike } from './typing-errors.rules.ts';

test.each([
  ['coimbra', 'coimbra', 0, true],
  ['coimbra', 'coim', 0, true],
  ['coimbra', 'coimbar', 0, false],
  ['coimbra', 'coimbar', 1, true],
  ['coimbra', 'cimbra', 1, true],
  ['coimbra', 'coiimbra', 1, true],
  ['coimbra', 'coombra', 1, true],
  ['coimbra', 'ocimbar', 1, false],
  ['coimbra', 'ocimbar', 2, true],
  ['faro', 'farol', 0, false],
  ['faro', 'farol', 1, true],
  ['', 'a', 1, true],
  ['', 'ab', 1, false],
])('%s, meant by %s with %d errors: %s', (word, typed, most, meant) => {
  expect(beginsLike(typed, most)(word)).toBe(meant);
});

test('the longer the word, the more errors it may have', () => {
  expect([3, 4, 7, 8].map(allowedErrors)).toEqual([0, 1, 1, 2]);
});

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });

test('what it remembers of the words before changes no answer', () => {
  fc.assert(
    fc.property(fc.array(letters(8)), letters(6), fc.integer({ min: 0, max: 2 }), (words, typed, most) => {
      const like = beginsLike(typed, most);
      for (const word of words) expect(like(word)).toBe(beginsLike(typed, most)(word));
    }),
  );
});

test('one error anywhere is forgiven where one is allowed', () => {
  fc.assert(
    fc.property(letters(8), fc.nat(), fc.constantFrom('drop', 'add', 'change'), (word, at, kind) => {
      const place = at % (word.length + 1);
      const added = kind === 'drop' ? '' : 'x';
      const typed = word.slice(0, place) + added + word.slice(kind === 'add' ? place : place + 1);
      expect(beginsLike(typed, 1)(word)).toBe(true);
    }),
  );
});
