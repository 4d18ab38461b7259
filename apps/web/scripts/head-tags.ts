import type { Language } from '@wopack/domain';

export interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
/** Vite's manifest: chunks by source. */
export type Manifest = Record<string, ManifestChunk>;

interface PageFiles {
  /** Keys of its modules in the manifest. */
  sources: string[];
  texts: string[];
}

const FONT_SUBSETS: Record<Language, string> = { en: 'latin', pt: 'latin', ru: 'cyrillic' };

/**
 * Preload tags for what a page needs beside the files in index.html: otherwise the browser discovers them one after
 * another. What only the app needs stands in a template, which the entry inserts after the first paint.
 */
export function buildHeadTags(
  page: PageFiles,
  language: Language,
  manifest: Manifest,
  translationsUrl: string,
): string {
  const indexFiles = collectFiles('index.html', manifest);
  const appFiles = new Set<string>();
  for (const source of ['app/start-app.tsx', ...page.sources]) collectFiles(source, manifest, appFiles);
  const scripts = [...appFiles].filter((file) => file.endsWith('.js') && !indexFiles.has(file));
  const fonts = (manifest['index.html']?.assets ?? []).filter((file) =>
    file.includes(`-${FONT_SUBSETS[language]}-wght`),
  );
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    '<template id="app-preloads">',
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...['shared', ...page.texts].map(
      (name) =>
        `<link rel="preload" as="fetch" crossorigin href="${translationsUrl}/${language}/${name}.json">`,
    ),
    '</template>',
  ].join('\n    ');
}

/** The files of a module and of all its static imports. */
export function collectFiles(name: string, manifest: Manifest, files = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const importedName of chunk.imports ?? []) collectFiles(importedName, manifest, files);
  return files;
}
