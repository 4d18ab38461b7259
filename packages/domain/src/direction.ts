/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** Words that users write, so that they cannot change the order of the words around them. */
export const isolateWords = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? FIRST_STRONG_ISOLATE + words + POP_DIRECTIONAL_ISOLATE : words;
