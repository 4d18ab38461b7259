/** Builds the web app into dist: the browser build, then the prerendered pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@wopack/domain';
import { build } from 'vite';
import { buildTranslationsUrl } from '../vite-plugins.ts';
import { buildHeadTags, type Manifest } from './head-tags.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'dist');
const ssrOutDir = join(root, 'node_modules/.cache/prerender');

await build({ root, logLevel: 'warn' });
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'app/entry.prerender.tsx', outDir: ssrOutDir, emptyOutDir: true },
});

process.env.NODE_ENV = 'production';
// The only browser globals the pages read while prerendering.
Object.assign(globalThis, { location: new URL('https://wopack.example/') });
const { prerenderedPages, placeholders, prerender, listTexts, listRoutePatterns } = (await import(
  join(ssrOutDir, 'entry.prerender.js')
)) as typeof import('../app/entry.prerender.tsx');

const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
const translationsUrl = buildTranslationsUrl();
const pages = [];
for (const page of prerenderedPages) {
  const { pattern, sources } = page;
  const files = { sources, texts: listTexts(page) };
  const head = Object.fromEntries(
    languages.map((language) => [language, buildHeadTags(files, language, manifest, translationsUrl)]),
  );
  pages.push({ pattern, head, bodies: await prerender(page) });
}
const writeBuildFile = (name: string, content: unknown) =>
  writeFileSync(join(outDir, '.vite', name), JSON.stringify(content));
writeBuildFile('prerendered-pages.json', { pages, placeholders });
writeBuildFile('addresses.json', listRoutePatterns());
