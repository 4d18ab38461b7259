import { DIRECTION_CONTROLS } from '../text-rules.ts';

/*
 * Words of users, such as names, inside sentences of WoPack. What they contain stays part of them: they begin no line,
 * turn no text around and are no link, also where a mail program looks for addresses itself.
 */

const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/;
const CONTROLS = /\p{Cc}/gu;
/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';
const ZERO_WIDTH_NON_JOINER = '\u200C';

/** What mail programs take for an address: a scheme, or a name after a dot or an at sign. */
const ADDRESS_PUNCTUATION = /(?<=\p{L}:)(?=\/\/)|(?<=[\p{L}\p{N}_-]\.)(?=\p{L}{2})|(?<=@)(?=[\p{L}\p{N}])/gu;

/** Breaks addresses invisibly, so that they stay readable but are no links. */
const breakAddresses = (text: string): string => text.replace(ADDRESS_PUNCTUATION, ZERO_WIDTH_NON_JOINER);

/** One line, to stand in a sentence. */
export function toInlineWords(text: string): string {
  const line = text
    .replace(DIRECTION_CONTROLS, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const words = breakAddresses(line);
  return RIGHT_TO_LEFT.test(words) ? FIRST_STRONG_ISOLATE + words + POP_DIRECTIONAL_ISOLATE : words;
}

/** Lines, to stand apart as a quotation. */
export const toQuotedLines = (text: string): string[] =>
  text
    .replace(DIRECTION_CONTROLS, '')
    .replaceAll('\r\n', '\n')
    .split(LINE_BREAKS)
    .map((line) => breakAddresses(line.replace(CONTROLS, ' ').trimEnd()));
