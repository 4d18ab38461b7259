import { expect, test } from 'vitest';
import { cutStackedMarks, findTextProblem, normalizeText, toSingleLine } from './text-rules.ts';

test.each([
  'Padaria São João, «a melhor» – 50 % & mais',
  'Чай и Ёлка',
  // й as и with a combining breve, as some keyboards send it.
  'Чаи\u0306ная',
  'מאפייה',
  'مخبز 12',
  '👩‍👩‍👧 ❤️ 1️⃣ 🇵🇹 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'नमस्ते क्‍ष',
  '',
  '   ',
  ' \u00A0',
])('%j is good in a field of one line and of several', (text) => {
  expect(findTextProblem(text, 'line')).toBeNull();
  expect(findTextProblem(text, 'lines')).toBeNull();
});

test('lines are for fields of several lines', () => {
  expect(findTextProblem('a\nb\r\n\tc', 'lines')).toBeNull();
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u0085b'])
    expect(findTextProblem(text, 'line')).toBe('singleLine');
});

test.each([
  ...['\u202Egpj.exe', 'a\u2066b', 'a\u200Fb', 'a\u061Cb'],
  ...['\u200B', '\u3164', ' \u2800 ', '\u00AD', '\u0301\u0301', '\u2060\uFE0F', '\u{E0041}', '\u115F\u1160'],
])('%j is hidden text', (text) => {
  expect(findTextProblem(text, 'line')).toBe('hidden');
  expect(findTextProblem(text, 'lines')).toBe('hidden');
  expect(findTextProblem(text, 'secret')).toBeNull();
});

test('whatever Unicode knows to be without ink is hidden when it stands alone', () => {
  const spaces = ['\u3000', '\u2003 ', '\u1680', '\u205F', '\u2000\u200A'];
  const blanks = ['\u2800', '\uFFFC', '\u{13441}', '\u{13442}', '\u{1D159}', '\u{1D159} \u{1D159}'];
  for (const text of [...spaces, ...blanks])
    expect(findTextProblem(text, 'line'), JSON.stringify(text)).toBe('hidden');
  for (let code = 0x20; code < 0x30000; code++) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/u.test(character)) continue;
    expect(findTextProblem(character, 'line'), code.toString(16)).toBe('hidden');
    expect(toSingleLine(`${character} ${character}`, 100), code.toString(16)).toBe('');
  }
});

test.each(['a\u001bb', 'a\u0008b', 'a\u009bb'])('%j has a control character', (text) => {
  expect(findTextProblem(text, 'line')).toBe('singleLine');
  expect(findTextProblem(text, 'lines')).toBe('hidden');
});

test.each(['a\ud800b', '\udfff', '\udc00\ud83d'])(
  '%j has half of a character, which no database stores',
  (text) => {
    for (const form of ['line', 'lines', 'secret'] as const)
      expect(findTextProblem(text, form)).toBe('hidden');
  },
);

test('a name of a sign-in provider becomes one visible line', () => {
  expect(toSingleLine(' Marta\n\u202ESalgado\u0000 ', 100)).toBe('Marta Salgado');
  expect(toSingleLine('\u3164\u200B', 100)).toBe('');
  expect(toSingleLine('Marta', 3)).toBe('Mar');
});

test('marks stacked on a letter are refused, and not sorted into a normal form', () => {
  const stacked = `a${'\u0301'.repeat(20)}${'\u0323'.repeat(20)}`;
  expect(normalizeText(stacked)).toBe(stacked);
  for (const form of ['line', 'lines'] as const) expect(findTextProblem(stacked, form)).toBe('hidden');
  const few = `a${'\u0301'.repeat(15)}${'\u0323'.repeat(15)}`;
  expect(normalizeText(few)).toBe(few.normalize('NFC'));
  expect(findTextProblem(few, 'line')).toBeNull();
  expect(cutStackedMarks(`${stacked}b${stacked}`)).toBe(
    `a${'\u0301'.repeat(20)}${'\u0323'.repeat(10)}`.repeat(2).replace(/(?<=.)a/, 'ba'),
  );
});
