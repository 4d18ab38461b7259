import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import { getTranslations as getWebTranslations } from './render.tsx';

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

/** Plural forms of integers below a million. */
const PLURAL_FORMS = { pt: ['one', 'other'], en: ['one', 'other'], ru: ['one', 'few', 'many'] } as const;

test('every language has the same files', () => {
  for (const language of languages)
    expect(Object.keys(getTranslations(language)).sort()).toEqual([...namespaces].sort());
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
      for (const form of PLURAL_FORMS[language])
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
