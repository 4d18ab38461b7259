import { expect, test } from 'vitest';
import { findUnwritableError, toPlainLetters } from './plain-letters.ts';

test.each([
  ['Padaria São João, Lda.', 'Padaria Sao Joao, Lda.'],
  ['Sa\u0303o Joa\u0303o', 'Sao Joao'],
  ['Pão d´Avó', "Pao d'Avo"],
  ['O’Neill – «Café» & Filhos!', "O'Neill - <<Cafe>> & Filhos!"],
  ['Loja n.º 3, 2.ª cave', 'Loja n.o 3, 2.a cave'],
  ['Łódź Straße Œuvre Þór', 'Lodz Strasse Oeuvre Thor'],
  ['Пекарня Щука', 'Pekarnya Shchuka'],
  ['Αρτοποιείο', 'Artopoieio'],
  ['ფუნთუშა', 'puntusha'],
  ['北京', 'BeiJing'],
  ['مخبز', 'mkhbz'],
  ['№ 5 ½ m² ™', 'No 5 1/2 m2 TM'],
  ['Ｃａｆé', 'Cafe'],
  ['5 €', '5 EUR'],
])('%j has the plain form %j', (text, plain) => {
  expect(findUnwritableError(text)).toBe(false);
  expect(toPlainLetters(text)).toBe(plain);
});

test.each([
  ['🙂 Maria', '🙂', 'Maria'],
  ['Maria ☺', '☺', 'Maria'],
  ['Maria ❤️', '❤️', 'Maria'],
  ['Chef 👩🏽‍🍳', '👩🏽‍🍳', 'Chef'],
  ['Padaria 🇵🇹', '🇵🇹', 'Padaria'],
  ['★ Rita', '★', 'Rita'],
  ['♥ Rita', '♥', 'Rita'],
  ['→ Rita', '→', 'Rita'],
  ['\uE000Rita', '\uE000', 'Rita'],
  ['𒀀 Rita', '𒀀', 'Rita'],
])('%j has a sign without one', (text, sign, rest) => {
  expect(findUnwritableError(text)).toEqual({ key: 'field.unwritable', values: { sign } });
  expect(toPlainLetters(text).trim()).toBe(rest);
});

test('nothing is no sign', () => {
  for (const text of [undefined, null, '', ' ']) expect(findUnwritableError(text)).toBe(false);
});
