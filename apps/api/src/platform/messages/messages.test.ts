import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

/** Messages by path with their placeholders: 'field.tooLong' → ['limit']. */
function listMessages(messages: object, path = ''): [string, string[]][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const keyPath = path ? `${path}.${key}` : key;
    return typeof value === 'string'
      ? [[keyPath, [...new Set(value.match(/\{\{\w+\}\}/g))].sort()] satisfies [string, string[]]]
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
