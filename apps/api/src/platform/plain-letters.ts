import anyAscii from 'any-ascii';
import type { FieldError } from './http/app-error.ts';

/** Signs that names and addresses have, and that are neither letters nor punctuation. */
const SIGNS_OF_NAMES = new Set([...'´¨°×©®']);

const isPlain = (character: string): boolean => /[A-Za-z0-9]/.test(anyAscii(character));

/** Whether a character has a plain form, such as é, я or №, or is one that may be left out, such as « or an accent. */
function isWritable(character: string): boolean {
  if (/[\x20-\x7e\p{P}\p{M}\p{Z}\p{Cc}\p{Cf}]/u.test(character) || SIGNS_OF_NAMES.has(character)) return true;
  // Some letters of names are written as an apostrophe.
  if (/[\p{L}\p{N}]/u.test(character)) return anyAscii(character) !== '';
  if (/\p{Sc}/u.test(character)) return isPlain(character);
  return /[\p{L}\p{N}]/u.test(character.normalize('NFKD')) && isPlain(character);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The message about the first sign of a name or address that has no plain form, such as a picture: banks and invoicing
 * services take letters, digits and punctuation.
 */
export function findUnwritableError(text: string | null | undefined): FieldError | false {
  for (const { segment } of graphemes.segment(text?.normalize('NFC') ?? ''))
    if (![...segment].every(isWritable)) return { key: 'field.unwritable', values: { sign: segment } };
  return false;
}

/** The text in the letters and signs of ASCII, without what has no plain form. */
export const toPlainLetters = (text: string): string =>
  anyAscii([...text.normalize('NFC')].map((character) => (isWritable(character) ? character : ' ')).join(''));
