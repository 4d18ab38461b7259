import { expect, test } from 'vitest';
import { hasGlyph, makePrintable, toPrintable } from './printable-text.ts';

const listCharacters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter(
    (character) => /\p{Assigned}/u.test(character),
  );

test.each([
  ['Basic Latin', 0x20, 0x7e],
  ['Latin-1', 0xa0, 0xff],
  ['Latin Extended-A', 0x100, 0x17f],
  ['Latin Extended-B', 0x180, 0x24f],
  ['combining marks', 0x300, 0x36f],
  ['Greek', 0x370, 0x3e1],
  ['Cyrillic', 0x400, 0x52f],
  ['Latin Extended Additional', 0x1e00, 0x1eff],
  ['Greek Extended', 0x1f00, 0x1fff],
  ['punctuation', 0x2010, 0x205e],
  ['currencies', 0x20a0, 0x20bf],
])('the fonts have all of %s', (_, from, to) => {
  expect(listCharacters(from, to).filter((character) => !hasGlyph(character))).toEqual([]);
});

test.each([
  ['Pão & Cia. – Žižkov ‑ Ελληνικά', 'Pão & Cia. – Žižkov ‑ Ελληνικά'],
  ['Кафе «Цейлон»', 'Кафе «Цейлон»'],
  // Decomposed letters are one each.
  ['и\u0306 a\u0303', 'й ã'],
  ['مخبز', 'mkhbz*'],
  ['Café 東京 店 Lisboa', 'Café DongJing Dian* Lisboa'],
  ['two\n東京\nlines', 'two\nDongJing*\nlines'],
])('%j is printed as %j', (text, printed) => {
  expect(toPrintable(text)).toBe(printed);
});

test('nothing is dropped: an emoji becomes its name, what has none a mark', () => {
  expect(toPrintable('Bom dia 🥐!')).toMatch(/^Bom dia \S*croissant\S*\*!$/i);
  expect(toPrintable('a\u{10FFFD}b')).toBe('a\uFFFD*b');
});

test('all texts of a value are made printable', () => {
  const party = { name: '東京', lines: [{ text: 'Pão', cents: 1 }], country: null };
  expect(makePrintable(party)).toEqual({
    value: { name: 'DongJing*', lines: [{ text: 'Pão', cents: 1 }], country: null },
    isTransliterated: true,
  });
  expect(makePrintable({ name: 'Pa\u0303o' })).toEqual({ value: { name: 'Pão' }, isTransliterated: false });
});
