import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import { shareMessages } from '../app/features/affiliates/referral-link.tsx';
import { getCountryName } from '../app/lib/format/use-format.ts';
import { getTranslations } from './render.tsx';

/** The rules of docs/voice.md that can be checked automatically. */

const root = join(import.meta.dirname, '../../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const listTexts = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(listTexts);

const listPublicTexts = (language: Language) =>
  listTexts([
    getTranslations(language),
    readJson(`apps/api/src/platform/messages/${language}.json`),
    readJson(`apps/web/public/manifest/${language}.webmanifest`),
    shareMessages[language],
  ]);

const listAllTexts = (language: Language) => [
  ...listPublicTexts(language),
  ...listTexts(readJson(`apps/admin/app/locales/${language}/admin.json`)),
];

// \b does not match Cyrillic: a word is a run of letters.
const getWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe('Russian', () => {
  const russian = listAllTexts('ru');

  /** Source: docs/specification.md, Fixed texts. */
  const QUOTED_TEXTS = new Set([
    'Поиск по названию вашего заведения',
    'Ошибка установки токена, повторите позже',
  ]);

  const FORMAL_PRONOUN = /^(вы|вас|вам|вами|ваш\p{L}*)$/u;
  const FORMAL_VERB = /([ийь]|[аяу]е)те(сь)?$|^(може|буде)те$/;
  const NOUN_EXCEPTIONS = new Set(['защите', 'сайте', 'лимите', 'визите', 'кредите', 'аудите', 'транзите']);

  const isFormal = (text: string) =>
    getWords(text).some(
      (word) => FORMAL_PRONOUN.test(word) || (FORMAL_VERB.test(word) && !NOUN_EXCEPTIONS.has(word)),
    );

  test.each([
    'Вы',
    'Ваша выписка',
    'вернём вам',
    'Выберите город.',
    'Не закрывайте',
    'Проверьте',
    'получаете',
  ])('“%s” would be found', (text) => expect(isFormal(text)).toBe(true));

  test.each(['Выбери город.', 'твоё', 'В пакете', 'на защите', 'выставлено'])('“%s” may be said', (text) =>
    expect(isFormal(text)).toBe(false),
  );

  test('addresses the reader as «ты»', () => {
    expect(russian.filter((text) => isFormal(text) && !QUOTED_TEXTS.has(text))).toEqual([]);
  });

  test('contains the quoted texts', () => {
    expect(russian).toEqual(expect.arrayContaining([...QUOTED_TEXTS]));
  });

  test.each(['билет', 'набор', 'куки', 'талон', 'ценност'])('has another word for «%s»', (word) => {
    expect(russian.filter((text) => getWords(text).some((candidate) => candidate.startsWith(word)))).toEqual(
      [],
    );
  });
});

describe('Portuguese', () => {
  const portuguese = listAllTexts('pt');
  const FORMAL_WORD = /^(você|vocês|clique|escreva|verifique|tente|introduza|insira|selecione|confirme)$/;

  test('addresses the reader as “tu”', () => {
    expect(portuguese.filter((text) => getWords(text).some((word) => FORMAL_WORD.test(word)))).toEqual([]);
  });

  test('names countries as in Portugal', () => {
    const countries = ['PL', 'RO', 'EE', 'LV', 'SI', 'CZ'].map((code) => getCountryName(code, 'pt'));
    expect(countries).toEqual(['Polónia', 'Roménia', 'Estónia', 'Letónia', 'Eslovénia', 'Chéquia']);
  });

  test.each(['encomenda', 'bilhete', 'janela'])('has another word for “%s”', (word) => {
    expect(
      portuguese.filter((text) => getWords(text).some((candidate) => candidate.startsWith(word))),
    ).toEqual([]);
  });
});

test.each([
  ['pt', /[^\u00a0]%/],
  ['en', /\s%/],
  ['ru', /[^\u00a0]%/],
] as const)('%s: a percentage never breaks before its sign', (language, wrong) => {
  expect(listPublicTexts(language).filter((text) => wrong.test(text))).toEqual([]);
});

/** Texts with fixed wording; see docs/specification.md, Fixed texts. */
test.each([
  ['ru', 'offer', 'geoUnavailable', 'Геолокация недоступна'],
  ['pt', 'offers', 'lastOne', 'Só resta 1'],
  ['en', 'offers', 'lastOne', 'Last one'],
  ['ru', 'offers', 'lastOne', 'Последний'],
  ['pt', 'offers', 'soldOut', 'Esgotado'],
  ['en', 'offers', 'all', 'All'],
] as const)('%s %s:%s', (language, namespace, key, text) => {
  expect(getTranslations(language)[namespace]?.[key]).toBe(text);
});

test.each([
  ['pt', 'É teu!'],
  ['en', "It's yours!"],
  ['ru', 'Твоё!'],
] as const)('%s: paid', (language, text) => {
  expect(getTranslations(language).orders?.success).toMatchObject({ title: text });
});

test.each([
  ['pt', 'Entra, ainda está quente.'],
  ['en', "Come in, it's still warm."],
  ['ru', 'Заходи, ещё тёплое.'],
] as const)('%s: sign in', (language, text) => {
  expect(getTranslations(language).offer?.guest).toMatchObject({ title: text });
});

test.each(['pt', 'en', 'ru'] as const)('%s: geolocation that is denied or fails', (language) => {
  for (const namespace of ['offers', 'offer'])
    expect(Object.keys(getTranslations(language)[namespace]?.account ?? {})).toEqual([
      'geoNotWorking',
      'geoNeedAccess',
    ]);
});

test.each(['pt', 'en', 'ru'] as const)(
  'the hint of the search fits beside the switch of a phone (%s)',
  (language) => {
    const { offers } = getTranslations(language) as unknown as { offers: { searchHint: string } };
    expect(offers.searchHint.length).toBeLessThanOrEqual(20);
  },
);
