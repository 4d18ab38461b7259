import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getLocale, languages, pickLanguage } from './languages.ts';

test.each([
  ['pt', 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['ru-RU', 'ru'],
  ['RU', 'ru'],
  ['de-DE,de;q=0.9,ru;q=0.8,en;q=0.7', 'ru'],
  ['de, fr', 'en'],
  ['en;q=0.1, pt;q=0.9', 'pt'],
  ['ru;q=0, pt;q=0.1', 'pt'],
  ['ru;q=0.5, pt;q=0.5', 'ru'],
  ['en; q=0.8, ru ;q=0.9', 'ru'],
  ['pt;level=1;q=0.3,ru;q=0.4', 'ru'],
  ['pt;q=x, ru;q=0.1', 'pt'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
] as const)('Accept-Language %j is answered in %s', (header, language) =>
  expect(pickLanguage(header)).toBe(language),
);

test('preferred languages are tried in the order of the list', () => {
  expect(pickLanguage(['fr-FR', 'pt-PT', 'en'])).toBe('pt');
  expect(pickLanguage([])).toBe('en');
});

test('any input gives a supported language', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(languages).toContain(pickLanguage(header));
    }),
  );
});

test('numbers and dates are those of Europe: plain pt is that of Brazil, en that of the United States', () => {
  const format = (language: string) => [
    new Intl.NumberFormat(getLocale(language)).format(1353),
    new Intl.DateTimeFormat(getLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date('2026-11-20T12:00:00Z'),
    ),
  ];
  expect(format('pt')).toEqual(['1353', '20 de novembro de 2026']);
  expect(format('en')).toEqual(['1,353', '20 November 2026']);
});
