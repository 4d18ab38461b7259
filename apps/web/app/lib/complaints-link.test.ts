import { expect, test } from 'vitest';
import { needsComplaintsLink } from './complaints-link.ts';
import { parseLanguages } from './contact-languages.ts';

test.each([
  ['PT501442600', true],
  ['pt 501 442 600', true],
  ['501442600', false],
  ['ESB12345678', false],
  ['', false],
])('an operator with the tax number %o needs the complaints book: %s', (taxNumber, expected) => {
  expect(needsComplaintsLink(taxNumber)).toBe(expected);
});

test.each([
  ['pt, EN', ['pt', 'en']],
  ['portuguese,ru,', ['ru']],
  [undefined, []],
])('%o are the languages %o', (text, expected) => {
  expect(parseLanguages(text)).toEqual(expected);
});
