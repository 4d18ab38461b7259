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

// Languages differ in plural forms; the key without its suffix is compared.
const groupPlaceholdersByKey = (messages: object) =>
  new Map(
    listMessages(messages).map(([path, placeholders]) => [
      path.replace(/_(one|few|many|other)$/, ''),
      placeholders,
    ]),
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
