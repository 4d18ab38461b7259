import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxTypos, startsSimilarly } from './geo.rules.ts';

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
])('%s, meant by %s with %d errors: %s', (word, typedText, maxErrors, isMatch) => {
  expect(startsSimilarly(word, typedText, maxErrors)).toBe(isMatch);
});

test('the longer the word, the more errors it may have', () => {
  expect([3, 4, 7, 8].map(maxTypos)).toEqual([0, 1, 1, 2]);
});

const arbitraryWord = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });

test('one error at any position is tolerated where one is allowed', () => {
  fc.assert(
    fc.property(
      arbitraryWord(8),
      fc.nat(),
      fc.constantFrom('drop', 'add', 'change', 'swap'),
      (word, position, kind) => {
        const index = position % (word.length + 1);
        const [start, letter, end] = [
          word.slice(0, index),
          word.slice(index, index + 1),
          word.slice(index + 1),
        ];
        const typedText = {
          drop: start + end,
          add: `${start}x${letter}${end}`,
          change: `${start}x${end}`,
          swap: start + end.slice(0, 1) + letter + end.slice(1),
        }[kind];
        expect(startsSimilarly(word, typedText, 1)).toBe(true);
      },
    ),
  );
});
