import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

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
      if (isBuild) this.emitFile({ type: 'asset', name: NAME, source: await bundleEntry() });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const asset = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(NAME));
      const attrs = asset ? { src: `/${asset.fileName}` } : { type: 'module', src: `/${ENTRY}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  };
}

async function bundleEntry(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: { input: join(import.meta.dirname, ENTRY), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
