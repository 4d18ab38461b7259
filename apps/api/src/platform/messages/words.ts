import { isolateWords } from '@wopack/domain';
import { DIRECTION_CONTROLS } from '../text-rules.ts';

/*
 * Words of users, such as names, inside sentences of WoPack. What they contain stays part of them: they begin no line,
 * turn no text around and are no link, also where a mail program looks for addresses itself.
 */

const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/;
const CONTROLS = /\p{Cc}/gu;
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
  return isolateWords(breakAddresses(line));
}

/** Lines, to stand apart as a quotation. */
export const toQuotedLines = (text: string): string[] =>
  text
    .replace(DIRECTION_CONTROLS, '')
    .replaceAll('\r\n', '\n')
    .split(LINE_BREAKS)
    .map((line) => breakAddresses(line.replace(CONTROLS, ' ').trimEnd()));
