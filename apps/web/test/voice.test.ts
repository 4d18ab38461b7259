import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shareMessages } from '../src/modules/affiliates/share-messages.ts';
import { textsOf } from './render.tsx';

/** docs/voice.md, as far as a machine can keep it. */

const root = join(import.meta.dirname, '../../..');
const fileOf = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const sayings = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(sayings);

const allOf = (language: 'pt' | 'ru') =>
  sayings([
    textsOf(language),
    fileOf(`apps/api/src/platform/messages/${language}.json`),
    fileOf(`apps/web/public/manifest/${language}.webmanifest`),
    shareMessages[language],
  ]);

// \b knows no Cyrillic: a word is a run of letters.
const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe('Russian', () => {
  const russian = allOf('ru');

  /** Source: docs/specification.md, Fixed texts. */
  const fixed = new Set(['Поиск по названию вашего заведения', 'Ошибка установки токена, повторите позже']);

  const toSeveral = /^(вы|вас|вам|вами|ваш\p{L}*)$/u;
  const tellsSeveral = /([ийь]|[аяу]е)те(сь)?$|^(може|буде)те$/;
  const nouns = new Set(['защите', 'сайте', 'лимите', 'визите', 'кредите', 'аудите', 'транзите']);

  const formal = (text: string) =>
    words(text).some((word) => toSeveral.test(word) || (tellsSeveral.test(word) && !nouns.has(word)));

  test.each([
    'Вы',
    'Ваша выписка',
    'вернём вам',
    'Выберите город.',
    'Не закрывайте',
    'Проверьте',
    'получаете',
  ])('“%s” would be found', (text) => expect(formal(text)).toBe(true));

  test.each(['Выбери город.', 'твоё', 'В пакете', 'на защите', 'выставлено'])('“%s” may be said', (text) =>
    expect(formal(text)).toBe(false),
  );

  test('says «ты»', () => {
    expect(russian.filter((text) => formal(text) && !fixed.has(text))).toEqual([]);
  });

  test('still has the quoted texts', () => {
    expect(russian).toEqual(expect.arrayContaining([...fixed]));
  });

  test.each(['билет', 'набор', 'куки'])('has another word for «%s»', (word) => {
    expect(russian.filter((text) => words(text).some((one) => one.startsWith(word)))).toEqual([]);
  });
});

describe('Portuguese', () => {
  const portuguese = allOf('pt');
  const formal = /^(você|vocês|clique|escreva|verifique|tente|introduza|insira|selecione|confirme)$/;

  test('says “tu”', () => {
    expect(portuguese.filter((text) => words(text).some((word) => formal.test(word)))).toEqual([]);
  });

  test.each(['encomenda', 'bilhete', 'janela'])('has another word for “%s”', (word) => {
    expect(portuguese.filter((text) => words(text).some((one) => one.startsWith(word)))).toEqual([]);
  });
});
