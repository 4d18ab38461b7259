/** Characters that change how the text around them reads, or that nobody sees. */

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
/** Control characters but for line breaks and tabs, which a text of several lines may have. */
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u;
const CONTROL = /\p{Cc}/u;
/** They reach beyond the text they stand in. Source: Unicode Standard Annex 9, Explicit Directional Formatting. */
export const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const DIRECTION_CONTROL = new RegExp(DIRECTION_CONTROLS.source);
/**
 * Nothing but characters without ink: spaces of all kinds, formats (soft hyphen, zero-width ones), marks with nothing to
 * stand on, and what is a letter or symbol by category but blank: fillers of Hangul (also default-ignorable), an empty
 * pattern of Braille, the object replacement, blanks of Egyptian hieroglyphs, the null notehead.
 */
const INVISIBLE_ONLY =
  /^[\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]+$/u;
/**
 * More marks on one letter than any language writes. Bringing them to a normal form takes time that grows with the square
 * of their number. Source: Unicode Standard Annex 15, Stream-Safe Text Format.
 */
const STACKED_MARKS = /\p{M}{31}/u;
/** What a space bar and an enter key make: nothing was typed. */
const BLANK = /^[ \u00A0\t\r\n]*$/;

/** How a text field may be filled: one line (the default), several, or any characters that cannot be seen by others. */
export type TextForm = 'line' | 'lines' | 'secret';

export type TextProblem = 'singleLine' | 'hidden';

/** What is wrong with a text, apart from its length; null for a good or blank one. */
export function findTextProblem(text: string, form: TextForm): TextProblem | null {
  // Neither can be stored; half of a character, as JSON can write it, would be replaced, or refused by a column of JSON.
  if (text.includes('\0') || !text.isWellFormed()) return 'hidden';
  if (form === 'secret') return null;
  if (STACKED_MARKS.test(text)) return 'hidden';
  if (form === 'line' && (LINE_BREAK.test(text) || CONTROL.test(text))) return 'singleLine';
  if (CONTROL_IN_LINES.test(text) || DIRECTION_CONTROL.test(text)) return 'hidden';
  return !BLANK.test(text) && INVISIBLE_ONLY.test(text) ? 'hidden' : null;
}

/**
 * The one form in which texts are stored and compared: some keyboards and file systems send й or ã as two characters.
 * Source: Unicode Standard Annex 15, normalisation form C. Called for texts that are not validated yet: one with stacked
 * marks stays as it is, and is refused.
 */
export const normalizeText = (text: string): string =>
  STACKED_MARKS.test(text) ? text : text.normalize('NFC');

/** The text of a file with at most as many marks on each letter as a normal form is made of in little time. */
export const cutStackedMarks = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

/** A name from elsewhere as one line of visible text; '' when there is none. */
export function toSingleLine(text: string, maxLength: number): string {
  const line = normalizeText(text)
    .replace(DIRECTION_CONTROLS, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    // A character that the end cuts in half.
    .replace(/\p{Cs}$/u, '');
  return INVISIBLE_ONLY.test(line) ? '' : line;
}
