import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { languages } from '@wopack/domain';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildHeadTags, type Manifest } from './head-tags.ts';
import { prerenderedPages, type Session } from './prerendered-pages.ts';
import { readRoutePatterns } from './route-patterns.ts';

type PrerenderedHtml = Record<string, Partial<Record<Session, string>>>;

/**
 * Writes down for the server, beside the manifest, where the app has pages, and what it adds to index.html at some of
 * these addresses, in each language.
 */
export function createPrerenderPlugin(): Plugin {
  let config: ResolvedConfig;
  let translationsUrl = '';
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolvedConfig) {
      config = resolvedConfig;
      translationsUrl = JSON.parse(resolvedConfig.define?.['import.meta.env.TRANSLATIONS_URL'] as string);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = resolve(config.root, config.build.outDir);
        const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
        const htmlByLanguage = await Promise.all(
          languages.map(async (language) => [language, await prerender(outDir, language)] as const),
        );
        const pages = prerenderedPages.map((page) => ({
          at: page.urlPattern,
          scripts: page.isComplete ? 'later' : 'along',
          head: Object.fromEntries(
            languages.map((language) => [language, buildHeadTags(page, language, manifest, translationsUrl)]),
          ),
          body: Object.fromEntries(
            htmlByLanguage.map(([language, htmlBySession]) => [
              language,
              wrapShells(htmlBySession[page.name]!, page.phonesOnly),
            ]),
          ),
        }));
        writeFileSync(join(outDir, '.vite/prerendered-pages.json'), JSON.stringify(pages));
        writeFileSync(join(outDir, '.vite/addresses.json'), JSON.stringify(await readRoutePatterns()));
      },
    },
  };
}

async function prerender(outDir: string, language: string): Promise<PrerenderedHtml> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'prerender.ts'), outDir, language],
    { env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout) as PrerenderedHtml;
}

/** The style sheet shows the one that fits, if any does. */
const wrapShells = (htmlBySession: PrerenderedHtml[string], phonesOnly = false): string =>
  Object.entries(htmlBySession)
    .map(
      ([session, html]) =>
        `<div data-prerendered="${session}"${phonesOnly ? ' class="sm:hidden"' : ''}>${html}</div>`,
    )
    .join('');
