import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Parts of the router that have no use in a browser app, by their file, as the least that the rest of it needs. */
const REPLACEMENTS: Record<string, string> = {
  // Rendering on a server and fetching pages before somebody goes to them: no link here asks for it.
  'dom/ssr/components.js': `
    import { createContext } from 'react';
    export const FrameworkContext = createContext(undefined);
    export const usePrefetchBehavior = () => [false, null, {}];
    export const mergeRefs = (own) => own;
    export const PrefetchPageLinks = () => null;`,
  // Timing of loaders: nobody listens.
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;`,
};

/** What else the file gives to others, who must find it there and are dropped from the bundle all the same. */
function buildUnusedExports(source: string, replacement: string): string {
  const names = /export \{([^}]+)\}/.exec(source)?.[1]?.split(',') ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => !replacement.includes(`const ${name} `))
    .map((name) => `export const ${name} = undefined;`)
    .join('');
}

/**
 * Three kilobytes that every first visit would load for nothing. A new version of the router that lays its files out
 * differently, or asks more of these parts, fails the build.
 */
export function createLeanRouterPlugin(): Plugin {
  const missingFiles = new Set(Object.keys(REPLACEMENTS));
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = /\/react-router\/dist\/production\/lib\/(.+\.js)$/.exec(id)?.[1];
      if (!file || !REPLACEMENTS[file]) return null;
      missingFiles.delete(file);
      return REPLACEMENTS[file] + buildUnusedExports(readFileSync(id, 'utf8'), REPLACEMENTS[file]);
    },
    buildEnd(error) {
      if (!error && missingFiles.size)
        this.error(`not found in react-router: ${[...missingFiles].join(', ')}`);
    },
  };
}
