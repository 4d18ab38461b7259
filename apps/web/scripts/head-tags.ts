import type { Language } from '@wopack/domain';

export interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
/** Vite's manifest: chunks by their source. */
export type Manifest = Record<string, ManifestChunk>;

interface PageFiles {
  /** Its module in the manifest. */
  source: string;
  namespaces: string[];
}

/** The letters of each language in the two fonts. */
const FONT_SUBSETS: Record<Language, string> = { en: 'latin', pt: 'latin', ru: 'cyrillic' };

/** What a page needs beside what index.html names itself, as tags: without them the browser learns of it piece by piece. */
export function buildHeadTags(
  page: PageFiles,
  language: Language,
  manifest: Manifest,
  translationsUrl: string,
): string {
  const indexFiles = collectFiles('index.html', manifest);
  const scripts = [...collectFiles(page.source, manifest)].filter(
    (file) => file.endsWith('.js') && !indexFiles.has(file),
  );
  const fonts = (manifest['index.html']?.assets ?? []).filter((file) =>
    file.includes(`-${FONT_SUBSETS[language]}-wght`),
  );
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...['common', 'errors', ...page.namespaces].map(
      (name) =>
        `<link rel="preload" as="fetch" crossorigin href="${translationsUrl}/${language}/${name}.json">`,
    ),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** A module's file and those of everything it imports at once. */
export function collectFiles(name: string, manifest: Manifest, files = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const importedName of chunk.imports ?? []) collectFiles(importedName, manifest, files);
  return files;
}
