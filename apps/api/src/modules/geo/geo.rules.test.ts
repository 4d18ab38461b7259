import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPrefixMatcher, maxTypos } from './geo.rules.ts';

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
  expect(createPrefixMatcher(typedText, maxErrors)(word)).toBe(isMatch);
});

test('the longer the word, the more errors it may have', () => {
  expect([3, 4, 7, 8].map(maxTypos)).toEqual([0, 1, 1, 2]);
});

const arbitraryWord = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });

test('reused rows of former words do not change the result', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryWord(8)),
      arbitraryWord(6),
      fc.integer({ min: 0, max: 2 }),
      (words, typedText, maxErrors) => {
        const matches = createPrefixMatcher(typedText, maxErrors);
        for (const word of words) expect(matches(word)).toBe(createPrefixMatcher(typedText, maxErrors)(word));
      },
    ),
  );
});

test('one error at any position is tolerated where one is allowed', () => {
  fc.assert(
    fc.property(
      arbitraryWord(8),
      fc.nat(),
      fc.constantFrom('drop', 'add', 'change'),
      (word, position, kind) => {
        const index = position % (word.length + 1);
        const insertedText = kind === 'drop' ? '' : 'x';
        const typedText =
          word.slice(0, index) + insertedText + word.slice(kind === 'add' ? index : index + 1);
        expect(createPrefixMatcher(typedText, 1)(word)).toBe(true);
      },
    ),
  );
});
