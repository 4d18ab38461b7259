import { languages } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import { textsOf } from './render.tsx';

const namespaces = Object.keys(textsOf('en'));

function flat(texts: Record<string, unknown>, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else
      for (const [path, text] of flat(value as Record<string, unknown>, `${prefix}${key}.`))
        found.set(path, text);
  }
  return found;
}

const plural = /_(zero|one|two|few|many|other)$/;
const bases = (keys: Iterable<string>) =>
  [...new Set([...keys].map((key) => key.replace(plural, '')))].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();

/** The forms a whole number below a million can take. */
const forms = { pt: ['one', 'other'], en: ['one', 'other'], ru: ['one', 'few', 'many'] } as const;

test('every language has the same files', () => {
  for (const language of languages)
    expect(Object.keys(textsOf(language)).sort()).toEqual([...namespaces].sort());
});

describe.each(namespaces)('%s', (namespace) => {
  const english = flat(textsOf('en')[namespace]!);

  test.each(languages)('%s has the same keys, none empty', (language) => {
    const texts = flat(textsOf(language)[namespace]!);
    expect(bases(texts.keys())).toEqual(bases(english.keys()));
    for (const [key, text] of texts) expect(text.trim(), key).not.toBe('');
  });

  test.each(languages)('%s has every plural form', (language) => {
    const texts = flat(textsOf(language)[namespace]!);
    for (const key of texts.keys()) {
      if (!plural.test(key)) continue;
      for (const form of forms[language])
        expect([...texts.keys()]).toContain(key.replace(plural, `_${form}`));
    }
  });

  test('pt counts none as it counts many: left to i18next it would be as one, as in Brazil', () => {
    const texts = flat(textsOf('pt')[namespace]!);
    for (const [key, one] of texts) {
      if (!key.endsWith('_one') || one === texts.get(key.replace(plural, '_other'))) continue;
      expect([...texts.keys()]).toContain(key.replace(plural, '_zero'));
    }
  });

  test.each(languages)('%s fills the same gaps', (language) => {
    const texts = flat(textsOf(language)[namespace]!);
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(key.replace(plural, '_other'));
      expect(placeholders(text), key).toEqual(placeholders(original ?? ''));
    }
  });
});
