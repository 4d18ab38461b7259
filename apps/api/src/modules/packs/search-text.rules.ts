import anyAscii from 'any-ascii';

/** Longer ones are cut: no index holds a page of text as one word, and nobody looks for more. */
const LONGEST = 60;

/**
 * The words of a text as they are looked up: small Latin letters and digits, without accents, whatever alphabet they
 * were written in ('Pão' → 'pao', 'Аврора' → 'avrora').
 */
export function searchWords(text: string): string[] {
  return anyAscii(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.slice(0, LONGEST));
}
