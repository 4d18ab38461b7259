import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@wopack/domain';
import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { shareMessages } from '../app/features/affiliates/referral-link.tsx';
import { getCountryName } from '../app/lib/format/use-format.ts';
import { getTranslationFiles, getTranslations, getTranslations as getWebTranslations } from './render.tsx';

describe('keys and placeholders', () => {
  /** The console's texts, as 'admin/<namespace>'. */
  function getConsoleTranslations(language: Language): Record<string, Record<string, unknown>> {
    const folder = join(import.meta.dirname, '../../admin/app/locales', language);
    return Object.fromEntries(
      readdirSync(folder).map((name) => [
        `admin/${name.replace('.json', '')}`,
        JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>,
      ]),
    );
  }

  const getTranslations = (language: Language) => ({
    ...getWebTranslations(language),
    ...getConsoleTranslations(language),
  });

  const namespaces = Object.keys(getTranslations('en'));

  function flattenTexts(texts: Record<string, unknown>, prefix = ''): Map<string, string> {
    const flatTexts = new Map<string, string>();
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') flatTexts.set(prefix + key, value);
      else
        for (const [path, text] of flattenTexts(value as Record<string, unknown>, `${prefix}${key}.`))
          flatTexts.set(path, text);
    }
    return flatTexts;
  }

  const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/;
  const listBaseKeys = (keys: Iterable<string>) =>
    [...new Set([...keys].map((key) => key.replace(PLURAL_SUFFIX, '')))].sort();
  const listPlaceholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();

  const listPluralForms = (language: Language) =>
    new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  /** Buttons of rows: what they show, and the name that also says of what. */
  const rowButtons = [
    ['business', 'members.repeat', 'members.repeatTo'],
    ['business', 'members.withdraw', 'members.withdrawOf'],
    ['business', 'counters.newCode', 'counters.newCodeOf'],
    ['business', 'counters.end', 'counters.endOf'],
    ['business', 'counters.names.remove', 'counters.names.removeOf'],
    ['seller', 'seller.cancel.short', 'seller.cancel.oneOf'],
    ['seller', 'seller.cancel.late.short', 'seller.cancel.late.refundOf'],
    ['counter', 'counter.soldOut', 'counter.soldOutOf'],
  ] as const;

  test.each(languages.flatMap((language) => rowButtons.map((row) => [language, ...row] as const)))(
    '%s, %s: whoever says what %s shows presses the button named %s',
    (language, file, shown, name) => {
      const texts = flattenTexts(getTranslationFiles(language)[file]!);
      expect(texts.get(name)!.toLowerCase()).toContain(texts.get(shown)!.toLowerCase());
    },
  );

  test('every language has the same files with the same sections, each in one file', () => {
    const listSections = (language: Language) =>
      Object.entries(getTranslationFiles(language)).map(([file, texts]) => [file, Object.keys(texts)]);
    for (const language of languages) {
      expect(listSections(language)).toEqual(listSections('en'));
      expect(Object.keys(getTranslations(language)).sort()).toEqual([...namespaces].sort());
    }
    const sections = listSections('en').flatMap(([, names]) => names);
    expect(sections).toHaveLength(new Set(sections).size);
  });

  describe.each(namespaces)('%s', (namespace) => {
    const englishTexts = flattenTexts(getTranslations('en')[namespace]!);

    test.each(languages)('%s has the same keys, none empty', (language) => {
      const texts = flattenTexts(getTranslations(language)[namespace]!);
      expect(listBaseKeys(texts.keys())).toEqual(listBaseKeys(englishTexts.keys()));
      for (const [key, text] of texts) expect(text.trim(), key).not.toBe('');
    });

    test.each(languages)('%s has every plural form', (language) => {
      const texts = flattenTexts(getTranslations(language)[namespace]!);
      for (const key of texts.keys()) {
        if (!PLURAL_SUFFIX.test(key)) continue;
        for (const form of listPluralForms(language))
          expect([...texts.keys()]).toContain(key.replace(PLURAL_SUFFIX, `_${form}`));
      }
    });

    test('pt uses the plural for zero: i18next’s default is the singular, as in Brazil', () => {
      const texts = flattenTexts(getTranslations('pt')[namespace]!);
      for (const [key, singular] of texts) {
        if (!key.endsWith('_one') || singular === texts.get(key.replace(PLURAL_SUFFIX, '_other'))) continue;
        expect([...texts.keys()]).toContain(key.replace(PLURAL_SUFFIX, '_zero'));
      }
    });

    test.each(languages)('%s has the same placeholders', (language) => {
      const texts = flattenTexts(getTranslations(language)[namespace]!);
      for (const [key, text] of texts) {
        const englishText = englishTexts.get(key) ?? englishTexts.get(key.replace(PLURAL_SUFFIX, '_other'));
        expect(listPlaceholders(text), key).toEqual(listPlaceholders(englishText ?? ''));
      }
    });
  });

  test('a million is spoken of in the language of the page', async () => {
    const i18n = createInstance();
    const resources = Object.fromEntries(
      languages.map((language) => [language, getWebTranslations(language)]),
    );
    await i18n.init({ resources, fallbackLng: 'en', interpolation: { escapeValue: false } });
    const say = (language: Language, count: number) =>
      i18n.t('packs', { ns: 'allocation', lng: language, count });
    expect(languages.map((language) => say(language, 1_000_000))).toEqual([
      '1000000 de packs',
      '1000000 packs',
      '1000000 пакетов',
    ]);
    expect(say('pt', 1_000_001)).toBe('1000001 packs');
    expect(say('ru', 1.5)).toBe('1.5 пакета');
  });

  test.each(['pt', 'en', 'ru'] as const)(
    'what happened is said once, not as title and text: %s',
    (language) => {
      const { failedTitle, unknown } = getTranslations(language).errors as Record<
        'failedTitle' | 'unknown',
        string
      >;
      expect(unknown).not.toContain(failedTitle);
    },
  );
});

describe('voice', () => {
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
  const getWords = (text: string) =>
    text
      .replace(/\{\{\w+/g, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];

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

    /** 'ты не жаловался', 'отменил(а)': the past tense of a verb has a gender. */
    const GENDERED_FORM = /(?<!\p{L})ты(?= )(?: \p{L}+){0,5}? \p{L}+(?:л|ла|лся|лась)(?!\p{L})|\(а\)/iu;

    test.each(['Если ты ни на что не жаловался', 'Ты отменила заказ', 'Заказ отменил(а) Марта'])(
      '“%s” would be found',
      (text) => expect(text).toMatch(GENDERED_FORM),
    );

    test('does not guess the reader’s gender', () => {
      expect(russian.filter((text) => GENDERED_FORM.test(text))).toEqual([]);
    });

    test('names of packs stand in « » in subjects of mails and titles of notifications', () => {
      const { mail, push } = readJson('apps/api/src/platform/messages/ru.json') as Record<
        'mail' | 'push',
        Record<string, unknown>
      >;
      // A decision is also about orders and accounts, which it names by what they are.
      const { decision: _, objectionDecided: __, ...mails } = mail;
      const listHeadings = (tree: object): string[] =>
        Object.entries(tree).flatMap(([key, value]) =>
          typeof value !== 'string'
            ? listHeadings(value as object)
            : key === 'subject' || key === 'title'
              ? [value]
              : [],
        );
      const headings = listHeadings({ mails, push }).filter((text) => text.includes('{{name}}'));
      expect(headings.length).toBeGreaterThan(40);
      expect(headings.filter((text) => !text.includes('«{{name}}»'))).toEqual([]);
    });

    test.each(['билет', 'набор', 'куки', 'талон', 'ценност', 'розыгрыш'])(
      'has another word for «%s»',
      (word) => {
        expect(
          russian.filter((text) => getWords(text).some((candidate) => candidate.startsWith(word))),
        ).toEqual([]);
      },
    );
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

    test.each(['encomenda', 'bilhete', 'janela', 'browser'])('has another word for “%s”', (word) => {
      expect(
        portuguese.filter((text) => getWords(text).some((candidate) => candidate.startsWith(word))),
      ).toEqual([]);
    });
  });

  describe('English', () => {
    const english = listAllTexts('en');

    test('says e-mail, since mail is what a postman brings', () => {
      const withoutTags = english.map((text) => text.replace(/<\/?mail>/g, '').replace(/e-mail/gi, ''));
      expect(withoutTags.filter((text) => getWords(text).some((word) => /^mail(s|ed)?$/.test(word)))).toEqual(
        [],
      );
    });

    test('has ’ for an apostrophe, but in the texts with fixed wording', () => {
      const FIXED_TEXTS = ["It's yours!", "Come in, it's still warm."];
      expect(english.filter((text) => /\p{L}'\p{L}/u.test(text) && !FIXED_TEXTS.includes(text))).toEqual([]);
    });
  });

  describe('the console has the words of the screens for sellers', () => {
    test.each([
      ['en', /\bstores?\b|\bsale places?\b|\bproducts?\b/i],
      ['pt', /estabeleciment|responsáve[li]|papéis|apagad[oa] a conta/i],
      ['ru', /магазин|провайдер/i],
    ] as const)('%s', (language, otherWord) => {
      const texts = listTexts(readJson(`apps/admin/app/locales/${language}/admin.json`));
      expect(texts.filter((text) => otherWord.test(text))).toEqual([]);
    });
  });

  test.each([
    ['pt', /["“”]| …/],
    ['en', /["«»]| …/],
    ['ru', /["“”]| …/],
  ] as const)('%s: quotation marks and the ellipsis are those of the language', (language, wrong) => {
    expect(listAllTexts(language).filter((text) => wrong.test(text))).toEqual([]);
  });

  test.each([
    ['pt', /[^\u00a0]%/],
    ['en', /\s%/],
    ['ru', /[^\u00a0]%/],
  ] as const)('%s: a percentage never breaks before its sign', (language, wrong) => {
    expect(listPublicTexts(language).filter((text) => wrong.test(text))).toEqual([]);
  });

  test.each(['pt', 'en', 'ru'] as const)('%s: a figure never breaks before its unit', (language) => {
    expect(
      listPublicTexts(language).filter((text) => /\d (?:km|cm|mm|км|см|мм)(?!\p{L})/u.test(text)),
    ).toEqual([]);
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
});
