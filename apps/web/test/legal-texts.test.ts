import { createHash } from 'node:crypto';
import { type LegalText, languages, legalTextVersions, policyPaths } from '@wopack/domain';
import { expect, test } from 'vitest';
import { getTranslations } from './render.tsx';

/** Of each version in three languages. A new version gets its line here; a line that is here never changes. */
const DIGESTS: Record<string, string> = {
  'terms 2026-11-30': '00e8ee076b002a03',
  'terms 2026-11-23': 'f45afdb2e3ac801c',
  'privacy 2026-11-30': 'd31f78a099f7dba4',
  'privacy 2026-11-20': 'b3f1701b22b93b9c',
  'cookie 2026-11-30': '24f5d9b66a34b9b3',
  'cookie 2026-11-20': 'd3e741ed9f48102a',
  'affiliate 2026-11-30': 'f93929116d0086a5',
  'affiliate 2026-11-20': '6c085fcdb8614a8c',
  'delete 2026-11-20': '872d55f5dd6e5f8a',
  'accessibility 2026-11-29': 'eb83a024dd524dcb',
};

const hashText = (namespace: string): string => {
  const hash = createHash('sha256');
  for (const language of languages) hash.update(JSON.stringify(getTranslations(language)[namespace]));
  return hash.digest('hex').slice(0, 16);
};

const versions = Object.entries(legalTextVersions).flatMap(([text, list]) =>
  list.map(({ version }, index) => ({
    text: text as LegalText,
    version,
    namespace: index === 0 ? `policy-${text}` : `policy-${text}-${version}`,
  })),
);

test('no text changes without a new version, and earlier ones stay readable', () => {
  const digests = versions.map(({ text, version, namespace }) => [`${text} ${version}`, hashText(namespace)]);
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
});

test.each(Object.keys(policyPaths) as LegalText[])(
  '%s: the newest is first, and says what it changed',
  (text) => {
    const list = legalTextVersions[text];
    const names = list.map(({ version }) => version);
    expect(names).toEqual([...names].sort().reverse());
    for (const { version, isMaterial, changes } of list.slice(0, -1)) {
      if (!isMaterial) continue;
      for (const language of languages) expect(changes?.[language], version).toMatch(/\S{3}/);
    }
  },
);
