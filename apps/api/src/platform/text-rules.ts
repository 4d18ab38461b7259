/** Characters that change how the text around them reads, or that nobody sees. */

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
/** Control characters but for line breaks and tabs, which a text of several lines may have. */
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u;
const CONTROL = /\p{Cc}/u;
/** They reach beyond the text they stand in. Source: Unicode Standard Annex 9, Explicit Directional Formatting. */
export const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const DIRECTION_CONTROL = new RegExp(DIRECTION_CONTROLS.source);
/**
 * Nothing but characters without ink: formats (soft hyphen, zero-width ones), marks with nothing to stand on, fillers and
 * blanks that are letters or symbols by category.
 */
const INVISIBLE_ONLY =
  /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u115F\u1160\u2800\u3164\uFFA0\uFFFC]+$/u;

/** How a text field may be filled: one line (the default), several, or any characters that cannot be seen by others. */
export type TextForm = 'line' | 'lines' | 'secret';

export type TextProblem = 'singleLine' | 'hidden';

/** What is wrong with a text, apart from its length; null for a good or blank one. */
export function findTextProblem(text: string, form: TextForm): TextProblem | null {
  if (text.includes('\0')) return 'hidden';
  if (form === 'secret') return null;
  if (form === 'line' && (LINE_BREAK.test(text) || CONTROL.test(text))) return 'singleLine';
  if (CONTROL_IN_LINES.test(text) || DIRECTION_CONTROL.test(text)) return 'hidden';
  return text.trim() !== '' && INVISIBLE_ONLY.test(text) ? 'hidden' : null;
}

/** A name from elsewhere as one line of visible text; '' when there is none. */
export function toSingleLine(text: string, maxLength: number): string {
  const line = text
    .replace(DIRECTION_CONTROLS, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
  return INVISIBLE_ONLY.test(line) ? '' : line;
}
