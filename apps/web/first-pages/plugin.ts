import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { languages } from '@wopack/domain';
import type { Plugin, ResolvedConfig } from 'vite';
import { readAddresses } from './addresses.ts';
import { links, type Manifest } from './links.ts';
import { firstPages, type Session } from './pages.ts';

type Drawn = Record<string, Partial<Record<Session, string>>>;

/**
 * Writes down for the server, beside the manifest, where the app has pages, and what it adds to index.html at some of
 * these addresses, in each language.
 */
export function writeFirstPages(): Plugin {
  let config: ResolvedConfig;
  let textsAt = '';
  return {
    name: 'first-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
      textsAt = JSON.parse(resolved.define?.['import.meta.env.TEXTS'] as string);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
        const drawn = await Promise.all(
          languages.map(async (language) => [language, await draw(folder, language)] as const),
        );
        const pages = firstPages.map((page) => ({
          at: page.at,
          scripts: page.whole ? 'later' : 'along',
          head: Object.fromEntries(
            languages.map((language) => [language, links(page, language, manifest, textsAt)]),
          ),
          body: Object.fromEntries(
            drawn.map(([language, shown]) => [language, framed(shown[page.name]!, page.phonesOnly)]),
          ),
        }));
        writeFileSync(join(folder, '.vite/first-pages.json'), JSON.stringify(pages));
        writeFileSync(join(folder, '.vite/addresses.json'), JSON.stringify(await readAddresses()));
      },
    },
  };
}

async function draw(folder: string, language: string): Promise<Drawn> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'draw.ts'), folder, language],
    { env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout) as Drawn;
}

/** The style sheet shows the one that fits, if any does. */
const framed = (shown: Drawn[string], phonesOnly = false): string =>
  Object.entries(shown)
    .map(
      ([session, html]) =>
        `<div data-frame="${session}"${phonesOnly ? ' class="sm:hidden"' : ''}>${html}</div>`,
    )
    .join('');
