import anyAscii from 'any-ascii';

/** Longer ones are cut: no index holds a page of text as one word, and nobody looks for more. */
const MAX_WORD_LENGTH = 60;

/**
 * The words of a text in small Latin letters and digits, without accents, whatever alphabet they were written in
 * ('Pão' → 'pao', 'Аврора' → 'avrora').
 */
export const normalizeWords = (text: string): string[] =>
  // Soft and hard signs would become apostrophes, which part words.
  anyAscii(text.replace(/[ьъ]/gi, ''))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

/** The same as they are looked up: a letter alone finds nothing. */
export const parseSearchWords = (text: string): string[] =>
  normalizeWords(text).filter((word) => word.length > 1);
