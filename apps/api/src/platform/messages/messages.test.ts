import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

/** Every text by its path, as the names it has values for: 'field.tooLong' → ['limit']. */
function texts(tree: object, path = ''): [string, string[]][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === 'string'
      ? [[at, [...new Set(value.match(/\{\{\w+\}\}/g))].sort()] satisfies [string, string[]]]
      : texts(value as object, at);
  });
}

// Plurals have as many forms as the language needs; what stands before the underscore is the text.
const byName = (tree: object) =>
  new Map(texts(tree).map(([path, values]) => [path.replace(/_(one|few|many|other)$/, ''), values]));

test.each([
  ['pt', pt],
  ['ru', ru],
])('%s says all that English says, with the same values', (_language, tree) => {
  const wanted = byName(en);
  const found = byName(tree);
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [path, values] of wanted) expect([path, found.get(path)]).toEqual([path, values]);
});
