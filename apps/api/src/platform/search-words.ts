import anyAscii from 'any-ascii';

/** Longer words are truncated, because index entries are limited in size. */
const MAX_WORD_LENGTH = 60;

/**
 * Words of a text in lower-case Latin letters and digits without accents, whatever the alphabet ('Pão' →
 * 'pao', 'Аврора' → 'avrora').
 */
export const normalizeWords = (text: string): string[] =>
  // Soft and hard signs would become apostrophes, which split words.
  anyAscii(text.normalize('NFC').replace(/[ьъ]/gi, ''))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

/** As pg_trgm takes a text apart. */
const listTrigrams = (text: string): Set<string> =>
  new Set(
    text.split(' ').flatMap((word) => {
      const padded = `  ${word} `;
      return Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3));
    }),
  );

/** Trigrams that two texts share, of all that one of them has: 0 to 1, as pg_trgm calculates it. */
export function compareTrigrams(a: string, b: string): number {
  const [first, second] = [listTrigrams(a), listTrigrams(b)];
  return first.intersection(second).size / first.union(second).size;
}

/** Letters to insert, omit, replace or exchange with the next one, so that one word becomes another. */
export function countEdits(from: string, to: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const isExchange = index > 0 && column > 0 && letter === to[column - 1] && from[index - 1] === other;
      next.push(
        Math.min(
          row[column]! + (letter === other ? 0 : 1),
          row[column + 1]! + 1,
          next[column]! + 1,
          isExchange ? previous[column - 1]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [previous, row] = [row, next];
  }
  return row.at(-1)!;
}

/** Words of a query: single letters are dropped. */
export const parseSearchWords = (text: string): string[] =>
  normalizeWords(text).filter((word) => word.length > 1);
