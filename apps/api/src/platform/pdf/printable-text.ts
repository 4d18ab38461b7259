import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);
/** Noto Sans covers Latin, Greek and Cyrillic with all their marks; only the used glyphs are embedded in a file. */
export const FONTS = {
  plain: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
};
const fonts = Object.values(FONTS).map((path) => openSync(path) as Font);

export const hasGlyph = (character: string): boolean =>
  fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isPrintable = (grapheme: string) =>
  [...grapheme].every((character) => /[\n\r\t]/.test(character) || hasGlyph(character));

const REPLACEMENT = '\uFFFD';

/** Marked, so that a reader looks for the note. */
const toLatinLetters = (text: string): string => `${anyAscii(text).trim() || REPLACEMENT}*`;

/**
 * The text in letters that the fonts have: what is in others (Arabic, Chinese, emoji) is transliterated and marked by an
 * asterisk, never left out.
 */
export function toPrintable(text: string): string {
  let printable = '';
  let others = '';
  const flush = () => {
    // Blanks between words of the same script belong to them; those behind the last one do not.
    const blanks = /\s*$/.exec(others)![0];
    if (others) printable += toLatinLetters(others) + blanks;
    others = '';
  };
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    if (!isPrintable(segment) || (others && /^\s$/.test(segment) && segment !== '\n')) others += segment;
    else {
      flush();
      printable += segment;
    }
  }
  flush();
  return printable;
}

/** All texts in a value; whether any of them is transliterated. */
export function makePrintable<T>(value: T): { value: T; isTransliterated: boolean } {
  let isTransliterated = false;
  const convert = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const printable = toPrintable(part);
      isTransliterated ||= printable !== part.normalize('NFC');
      return printable;
    }
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, content]) => [name, convert(content)]));
  };
  return { value: convert(value) as T, isTransliterated };
}
