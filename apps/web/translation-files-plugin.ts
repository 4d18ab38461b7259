import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES_DIR = join(import.meta.dirname, 'app/locales');

/** Files of texts as `<language>/<namespace>.json`. */
const listFileNames = (): string[] =>
  readdirSync(LOCALES_DIR, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort();

const readMinified = (name: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(LOCALES_DIR, name), 'utf8')));

function hashTranslations(): string {
  const hash = createHash('sha256');
  for (const name of listFileNames()) hash.update(name).update(readMinified(name));
  return hash.digest('base64url').slice(0, 8);
}

/** Their path in a build, `/assets/texts-<hash>`. */
export const buildTranslationsUrl = (): string => `/assets/texts-${hashTranslations()}`;

/**
 * Serves the texts as plain JSON under `import.meta.env.TRANSLATIONS_URL`, a path with a hash of all of them. As
 * separate chunks, their 75 names alone would add two kilobytes of script to the first load.
 */
export function createTranslationFilesPlugin(): Plugin {
  let basePath = '/app/locales';
  return {
    name: 'text-files',
    config(_config, { command }) {
      if (command === 'build') basePath = buildTranslationsUrl();
      return { define: { 'import.meta.env.TRANSLATIONS_URL': JSON.stringify(basePath) } };
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
