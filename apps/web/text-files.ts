import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, 'src/locales');

/** Files of texts as `<language>/<namespace>.json`. */
const names = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort();

const packed = (name: string): string => JSON.stringify(JSON.parse(readFileSync(join(folder, name), 'utf8')));

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of names()) hash.update(name).update(packed(name));
  return hash.digest('base64url').slice(0, 8);
}

/**
 * Serves the texts of the interface as plain JSON under `import.meta.env.TEXTS`, a path that changes with any of them.
 * As chunks of their own their 75 names alone would be two kilobytes of script in every first visit.
 */
export function textFiles(): Plugin {
  let base = '/src/locales';
  return {
    name: 'text-files',
    config(_config, { command }) {
      if (command === 'build') base = `/assets/texts-${fingerprint()}`;
      return { define: { 'import.meta.env.TEXTS': JSON.stringify(base) } };
    },
    generateBundle() {
      for (const name of names())
        this.emitFile({ type: 'asset', fileName: `${base.slice(1)}/${name}`, source: packed(name) });
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.startsWith(folder)) server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use(base, (request, response, next) => {
        const name = names().find((each) => request.url?.split('?')[0] === `/${each}`);
        if (!name) return next();
        response.setHeader('content-type', 'application/json').end(packed(name));
      });
    },
  };
}
