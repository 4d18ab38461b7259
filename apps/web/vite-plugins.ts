import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type LegalText, languages, legalTextVersions, policyPaths } from '@wopack/domain';
import { build, type Plugin, type Rolldown } from 'vite';
import { TESTED_PAGES } from './app/features/legal/tested-pages.gen.ts';
import { needsComplaintsLink } from './app/lib/complaints-link.ts';
import { parseLanguages } from './app/lib/contact-languages.ts';

const ENTRY = 'app/entry.first-paint.ts';
const NAME = 'first-paint.js';

/**
 * Inlines the first-paint entry into the page's head as a classic script: a module would run after parsing and, in
 * most browsers, after painting.
 */
export function createFirstPaintPlugin(): Plugin {
  let isBuild = true;
  return {
    name: 'first-paint',
    config: (_config, { command }) => {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: NAME, source: await bundleScript(ENTRY) });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const asset = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(NAME));
      const attrs = asset ? { src: `/${asset.fileName}` } : { type: 'module', src: `/${ENTRY}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  };
}

async function bundleScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      rolldownOptions: { input: join(import.meta.dirname, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/**
 * Writes sw.js with the list of files that Workbox precaches, `self.__WB_MANIFEST`; `listFiles` chooses them from the
 * files of the build.
 */
export function createServiceWorkerPlugin(entry: string, listFiles: (outDir: string) => string[]): Plugin {
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const hashFile = (url: string) =>
        createHash('sha256')
          .update(readFileSync(join(outDir, url)))
          .digest('base64url');
      const files = listFiles(outDir).map((url) => ({
        url,
        // Names of assets contain a content hash.
        revision: url.startsWith('assets/') ? null : hashFile(url),
      }));
      const define = { 'self.__WB_MANIFEST': JSON.stringify(files) };
      writeFileSync(join(outDir, 'sw.js'), await bundleScript(entry, define));
    },
  };
}

/** What the built pages say of the operator, read by the check list of the console (`web-build.ts`). */
export function createAboutPlugin(): Plugin {
  let env: Record<string, string> = {};
  return {
    name: 'about',
    apply: 'build',
    configResolved(config) {
      env = config.env;
    },
    generateBundle() {
      const taxNumber = env.VITE_COMPANY_TAX_NUMBER ?? '';
      const about = {
        company: {
          name: env.VITE_COMPANY_NAME || 'WoPack',
          address: env.VITE_COMPANY_ADDRESS ?? '',
          tax_number: taxNumber,
        },
        contacts: {
          users: env.VITE_FEEDBACK_EMAIL || null,
          authorities: env.VITE_AUTHORITIES_EMAIL || null,
          languages: parseLanguages(env.VITE_CONTACT_LANGUAGES),
        },
        complaints_book: needsComplaintsLink(taxNumber),
        policies: Object.fromEntries(
          Object.entries(policyPaths).map(([policy, path]) => [
            policy,
            { path, date: legalTextVersions[policy as LegalText][0]!.version },
          ]),
        ),
        ranking: languages.every((language) => 'order-of-offers' in readTerms(language)),
        accessibility: { pages: TESTED_PAGES, date: legalTextVersions.accessibility[0]!.version },
      };
      this.emitFile({ type: 'asset', fileName: 'about.json', source: JSON.stringify(about) });
    },
  };
}

const readTerms = (language: string): object =>
  (JSON.parse(readMinified(`${language}/legal.json`)) as { 'policy-terms': { items: object } })[
    'policy-terms'
  ].items;

const LOCALES_DIR = join(import.meta.dirname, 'app/locales');

/** Files of texts as `<language>/<file>.json`. */
const listFileNames = (): string[] =>
  readdirSync(LOCALES_DIR, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort();

const readMinified = (name: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(LOCALES_DIR, name), 'utf8')));

/** The sections of each file, by its name without the ending. */
const listSections = (): Record<string, string[]> =>
  Object.fromEntries(
    listFileNames()
      .filter((name) => name.startsWith('en/'))
      .map((name) => [
        name.slice('en/'.length, -'.json'.length),
        Object.keys(JSON.parse(readMinified(name)) as object),
      ]),
  );

function hashTranslations(): string {
  const hash = createHash('sha256');
  for (const name of listFileNames()) hash.update(name).update(readMinified(name));
  return hash.digest('base64url').slice(0, 8);
}

/** Their path in a build, `/assets/texts-<hash>`. */
export const buildTranslationsUrl = (): string => `/assets/texts-${hashTranslations()}`;

/**
 * Serves the texts as plain JSON under `import.meta.env.TRANSLATIONS_URL`, a path with a hash of all of them: as
 * chunks, their names and wrapping would be script of the first load.
 */
export function createTranslationFilesPlugin(): Plugin {
  let basePath = '/app/locales';
  return {
    name: 'text-files',
    config(_config, { command }) {
      if (command === 'build') basePath = buildTranslationsUrl();
      return {
        define: {
          'import.meta.env.TRANSLATIONS_URL': JSON.stringify(basePath),
          TRANSLATION_SECTIONS: JSON.stringify(listSections()),
        },
      };
    },
    generateBundle() {
      for (const name of listFileNames())
        this.emitFile({
          type: 'asset',
          fileName: `${basePath.slice(1)}/${name}`,
          source: readMinified(name),
        });
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.startsWith(LOCALES_DIR)) server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use(basePath, (request, response, next) => {
        const name = listFileNames().find((candidate) => request.url?.split('?')[0] === `/${candidate}`);
        if (!name) return next();
        response.setHeader('content-type', 'application/json').end(readMinified(name));
      });
    },
  };
}
