import { languages } from '@wopack/domain';
import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import { translate } from './translate.ts';

/** Messages by path with their placeholders: 'field.tooLong' → ['limit']. */
function listMessages(messages: object, path = ''): [string, string[]][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const keyPath = path ? `${path}.${key}` : key;
    return typeof value === 'string'
      ? [[keyPath, [...new Set(value.match(/\{\{[^}]+\}\}/g))].sort()] satisfies [string, string[]]]
      : listMessages(value as object, keyPath);
  });
}

const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/;

// Languages differ in plural forms; the key without its suffix is compared.
const groupPlaceholdersByKey = (messages: object) =>
  new Map(
    listMessages(messages).map(([path, placeholders]) => [path.replace(PLURAL_SUFFIX, ''), placeholders]),
  );

test.each([
  ['pt', pt],
  ['ru', ru],
])('%s has all messages of English, with the same placeholders', (_language, messages) => {
  const expected = groupPlaceholdersByKey(en);
  const actual = groupPlaceholdersByKey(messages);
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [path, placeholders] of expected) expect([path, actual.get(path)]).toEqual([path, placeholders]);
});

test.each(Object.entries({ en, pt, ru }))(
  '%s has every plural form of its plural messages',
  (language, messages) => {
    const paths = listMessages(messages).map(([path]) => path);
    for (const path of paths.filter((name) => PLURAL_SUFFIX.test(name)))
      for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories)
        expect(paths).toContain(path.replace(PLURAL_SUFFIX, `_${form}`));
  },
);

test.each(Object.entries({ en, pt, ru }))('%s writes amounts as its readers do', (_language, messages) => {
  expect(JSON.stringify(messages)).not.toMatch(/[\d}] ?€/);
});

test('an amount has its cents, and its sign where the language puts it', () => {
  const texts = languages.map((language) => translate('credit.codeMinimum', language, { minimum: 750 }));
  expect(texts).toEqual([
    expect.stringContaining(' 7,50\u00A0€.'),
    expect.stringContaining(' €7.50 '),
    expect.stringContaining(' 7,50\u00A0€.'),
  ]);
});
