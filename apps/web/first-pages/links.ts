import type { Language } from '@wopack/domain';
import type { FirstPage } from './pages.ts';

export interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

export type Manifest = Record<string, Chunk>;

/** The letters of each language in the two fonts. */
const letters: Record<Language, string> = { en: 'latin', pt: 'latin', ru: 'cyrillic' };

/** What a page needs beside what index.html names itself, as tags: without them the browser learns of it piece by piece. */
export function links(page: FirstPage, language: Language, manifest: Manifest, textsAt: string): string {
  const named = closure('index.html', manifest);
  const scripts = [...closure(page.source, manifest)].filter((file) => !named.has(file));
  const fonts = (manifest['index.html']?.assets ?? []).filter((file) =>
    file.includes(`-${letters[language]}-wght`),
  );
  const styles = page.furtherStyles ? furtherStyles(manifest) : [];
  return [
    ...(page.ahead ? [`<script async fetchpriority="high" src="/${page.ahead}"></script>`] : []),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...['common', 'errors', ...page.texts].map(
      (name) => `<link rel="preload" as="fetch" crossorigin href="${textsAt}/${language}/${name}.json">`,
    ),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** A module's file and those of everything it imports at once. */
function closure(name: string, manifest: Manifest, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(imported, manifest, found);
  return found;
}

function furtherStyles(manifest: Manifest): string[] {
  const { file } = manifest['src/styles/pages.css'] ?? {};
  if (!file) throw new Error('the build has no second style sheet');
  return [file];
}
